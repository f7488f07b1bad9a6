import { isProduction } from './folders.ts'
import type { ImportRule } from './import-rule.ts'

const onlyIn = (rule: string, packages: RegExp, home: RegExp, wrong: string[], right: string[]): ImportRule => ({
  rule,
  about: (file) => isProduction(file) && !home.test(file),
  refuses: ({ target, isFile }) => !isFile && packages.test(target),
  wrong,
  right,
})

export const packageRules: ImportRule[] = [
  onlyIn(
    'Fastify appears only in *.routes.ts, http/ and app.ts',
    /^@?fastify\b/,
    /^src\/server\/(http\/|app\.ts$|features\/.+\.routes\.ts$)/,
    [
      'src/server/features/links/links.service.ts imports fastify',
      'src/server/main.ts imports @fastify/static',
      'src/server/services.ts imports fastify-type-provider-zod',
    ],
    ['src/server/features/links/links.routes.ts imports fastify', 'src/server/app.ts imports @fastify/compress'],
  ),
  onlyIn(
    'SQL appears only in *.repository.ts, *.tables.ts and platform/database',
    /^(kysely|pg|node:sqlite)(\/|$)/,
    /^src\/server\/(platform\/database\/|features\/.+\.(repository|tables)\.ts$)/,
    [
      'src/server/features/links/links.service.ts imports kysely',
      'src/server/services.ts imports pg',
      'src/server/platform/zip.ts imports node:sqlite',
      'src/server/platform/payments/sandbox.repository.ts imports kysely',
    ],
    [
      'src/server/platform/database/postgres.ts imports pg',
      'src/server/features/links/links.tables.ts imports kysely',
      'test/support/server.ts imports kysely',
    ],
  ),
  onlyIn(
    'only platform/images decodes images',
    /^(sharp|heic-decode)(\/|$)/,
    /^src\/server\/platform\/images\//,
    ['src/server/features/images/images.service.ts imports sharp', 'src/server/main.ts imports heic-decode'],
    ['src/server/platform/images/decode.ts imports sharp'],
  ),
  onlyIn(
    'only platform/zip.ts writes ZIPs',
    /^yazl(\/|$)/,
    /^src\/server\/platform\/zip\.ts$/,
    ['src/server/features/media/downloads.service.ts imports yazl'],
    ['src/server/platform/zip.ts imports yazl'],
  ),
  onlyIn(
    'only platform/storage uses S3',
    /^@(aws-sdk|smithy)\//,
    /^src\/server\/platform\/storage\//,
    ['src/server/services.ts imports @aws-sdk/client-s3'],
    ['src/server/platform/storage/s3.ts imports @aws-sdk/client-s3'],
  ),
  onlyIn(
    'only platform/email sends email',
    /^nodemailer(\/|$)/,
    /^src\/server\/platform\/email\//,
    ['src/server/features/contact/contact.service.ts imports nodemailer'],
    ['src/server/platform/email/smtp.ts imports nodemailer'],
  ),
  onlyIn(
    'on the server, only platform/email uses React',
    /^react(-dom)?(\/|$)/,
    /^src\/(web\/|server\/platform\/email\/)/,
    ['src/server/features/pages/page-renderer.ts imports react-dom/server', 'src/server/services.ts imports react'],
    ['src/server/platform/email/email-html.ts imports react-dom/server', 'src/web/app/entry-browser.tsx imports react'],
  ),
  onlyIn(
    'only platform/crypto/passwords.ts hashes passwords',
    /^@node-rs\/argon2(\/|$)/,
    /^src\/server\/platform\/crypto\/passwords\.ts$/,
    ['src/server/platform/crypto/tokens.ts imports @node-rs/argon2'],
    ['src/server/platform/crypto/passwords.ts imports @node-rs/argon2'],
  ),
  onlyIn(
    'only platform/payments uses Stripe',
    /^@?stripe(\/|$)/,
    /^src\/server\/platform\/payments\//,
    ['src/server/features/subscriptions/subscriptions.service.ts imports stripe'],
    ['src/server/platform/payments/stripe.ts imports stripe'],
  ),
  onlyIn(
    'only platform/oidc uses openid-client',
    /^openid-client(\/|$)/,
    /^src\/server\/platform\/oidc\//,
    ['src/server/features/oidc/oidc.service.ts imports openid-client'],
    ['src/server/platform/oidc/oidc-client.ts imports openid-client'],
  ),
  onlyIn(
    'only platform/metrics uses prom-client',
    /^prom-client(\/|$)/,
    /^src\/server\/platform\/metrics\//,
    ['src/server/http/request-hooks.ts imports prom-client'],
    ['src/server/platform/metrics/metrics.ts imports prom-client'],
  ),
  onlyIn(
    'only http/development-web-app.ts starts Vite',
    /^vite(\/|$)/,
    /^src\/server\/http\/development-web-app\.ts$/,
    ['src/server/http/web-app.ts imports vite'],
    ['src/server/http/development-web-app.ts imports vite'],
  ),
]
