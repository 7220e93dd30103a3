# The package is built in a clone and installed alone: the image holds neither the sources nor what builds them.
FROM node:26-trixie-slim AS build
WORKDIR /clone
COPY . .
RUN npm ci && npm pack -w groundplan --pack-destination /tmp

FROM node:26-trixie-slim AS install
WORKDIR /groundplan
COPY --from=build /tmp/groundplan-*.tgz /tmp/groundplan.tgz
RUN npm install --omit=dev --no-audit --no-fund /tmp/groundplan.tgz

FROM node:26-trixie-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4500 GROUNDPLAN_DATA_DIR=/data PATH=/groundplan/node_modules/.bin:$PATH
COPY --from=install /groundplan /groundplan
RUN install -d -o node -g node -m 700 /data /groundplan/node_modules/groundplan/lib/compiled
USER node
# Compiled code is kept beside the build; the root file system may be read-only from here on.
RUN GROUNDPLAN_DATA_DIR=/tmp/data PORT=0 timeout --preserve-status 5 groundplan serve && rm -r /tmp/data
VOLUME /data
EXPOSE 4500
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s CMD node -e "fetch('http://127.0.0.1:' + process.env.PORT + '/readyz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"
CMD ["groundplan", "serve"]
