#!/bin/sh
# serve 14.2.7 of npm sends `folder/index.html` to `folder` without a slash, where relative links of the page are broken.
#
# A browser resolves `page.html` in `/folder` to `/page.html`, in `/folder/` to `/folder/page.html` (RFC 3986, 5.2.3). serve
# redirects every address that ends in `index.html` to that of the folder, so one would expect `/folder/`, as Caddy does it.
# Known since 2019 (issue 79 of `vercel/serve-handler`, 628 of `vercel/serve`). Neither setting alone helps: with `cleanUrls`
# false a folder shows a list of its files, and with `trailingSlash` true the pages beside it get a slash too. chronicle
# writes a `serve.json` that excepts `.html` from `cleanUrls` and sets `trailingSlash`.
set -eu
folder=$(mktemp -d)
server=
trap 'test -z "$server" || kill "$server"; rm -rf "$folder"' EXIT
cd "$folder"
cat >package.json <<'JSON'
{"private": true, "dependencies": {"serve": "14.2.7"}}
JSON
npm install --silent --no-audit --no-fund
mkdir -p site/folder
echo '<a href="page.html">page</a>' >site/folder/index.html
echo 'page' >site/folder/page.html
export NO_UPDATE_CHECK=1
node node_modules/serve/build/main.js --listen tcp://127.0.0.1:38217 site >/dev/null 2>&1 &
server=$!
cat >follow.py <<'PYTHON'
"""Follow the link of the folder's page; exit with 1 unless it is broken as described."""

import sys
import time
from urllib.error import HTTPError, URLError
from urllib.parse import urljoin
from urllib.request import urlopen

TOP = "http://127.0.0.1:38217/"


def asked(url):
    """The address in the end, and the status."""
    for _ in range(200):
        try:
            with urlopen(url) as got:
                return got.url, got.status
        except HTTPError as error:
            return error.url, error.code
        except URLError:  # not yet listening
            time.sleep(0.1)
    sys.exit("serve does not answer")


page, status = asked(f"{TOP}folder/index.html")
print(f"folder/index.html leads to {page}, {status}")
link, broken = asked(urljoin(page, "page.html"))
print(f"its link page.html leads to {link}, {broken}")
print("expected: /folder/, and a link that leads to folder/page.html")
sys.exit(0 if (page, broken) == (f"{TOP}folder", 404) else 1)
PYTHON
echo "serve $(node -p "require('./node_modules/serve/package.json').version")"
python3 follow.py
