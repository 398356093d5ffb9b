# chronicle in a container:
#   docker build -t chronicle .
#   docker run --rm --user "$(id -u):$(id -g)" -v "$PWD:/campaign" chronicle build
FROM python:3.13-slim

# For `chronicle deploy` and `chronicle status`. Debian keeps one version of a package only.
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install --yes --no-install-recommends git \
    && rm -rf /var/lib/apt/lists/*

WORKDIR /source
COPY requirements.lock requirements-build.lock ./
RUN python -m pip install --no-cache-dir --disable-pip-version-check --require-hashes -r requirements.lock -r requirements-build.lock
COPY pyproject.toml README.md LICENSE ./
COPY chronicle ./chronicle
COPY themes ./themes
RUN python -m pip install --no-cache-dir --disable-pip-version-check --no-deps --no-build-isolation .

# Any user may run it, as with --user; what it remembers between runs is not kept.
ENV CHRONICLE_CACHE=/tmp/chronicle
USER 1000:1000
WORKDIR /campaign
ENTRYPOINT ["chronicle"]
CMD ["--help"]
