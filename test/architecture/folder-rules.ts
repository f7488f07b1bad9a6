import { featureOf, isHttp, isIn, isOwn, isPlatform, isProduction, isServer, isShared, isWeb } from './folders.ts'
import type { ImportRule } from './import-rule.ts'

const isComposition = (path: string) => /^src\/server\/(app|main|services)\.ts$/.test(path)
const isWebFeature = isIn('src/web/features')
const isWebApp = isIn('src/web/app')

export const folderRules: ImportRule[] = [
  {
    rule: 'shared only imports zod/mini and its own files',
    about: (file) => isProduction(file) && isShared(file),
    refuses: ({ target }) => !isShared(target) && target !== 'zod/mini',
    wrong: [
      'src/shared/links.ts imports zod',
      'src/shared/links.ts imports node:crypto',
      'src/shared/links.ts imports #server/viewer.ts',
    ],
    right: ['src/shared/links.ts imports zod/mini', 'src/shared/links.ts imports ./text.ts'],
  },
  {
    rule: "web and server don't import each other; web/app/entry-server.tsx is loaded at run time",
    about: (file) => isWeb(file) || isServer(file),
    refuses: ({ target }, file) => (isWeb(file) ? isServer(target) : isWeb(target)),
    wrong: [
      'src/server/http/web-app.ts imports #web/app/entry-server.tsx',
      'src/web/lib/api.ts imports #server/viewer.ts',
      'src/web/lib/api.test.ts imports #server/app.ts',
    ],
    right: ['src/web/lib/api.ts imports #shared/links.ts', 'src/server/http/web-app.ts imports #shared/pages.ts'],
  },
  {
    rule: 'platform only imports platform and shared',
    about: (file) => isProduction(file) && isPlatform(file),
    refuses: ({ target, isFile }) => isFile && isServer(target) && !isPlatform(target),
    wrong: [
      'src/server/platform/zip.ts imports #server/features/links/links.service.ts',
      'src/server/platform/database/database.ts imports #server/features/links/links.tables.ts',
      'src/server/platform/zip.ts imports #server/http/errors.ts',
      'src/server/platform/zip.ts imports #server/config.ts',
      'src/server/platform/zip.ts imports #server/viewer.ts',
    ],
    right: ['src/server/platform/zip.ts imports ./clock.ts', 'src/server/platform/zip.ts imports #shared/plans.ts'],
  },
  {
    rule: 'only features/emails sends email, because it enforces the limits per inbox',
    about: (file) =>
      isProduction(file) && isServer(file) && !isPlatform(file) && !isIn('src/server/features/emails')(file),
    refuses: ({ target }) => target === 'src/server/platform/email/render-email.ts',
    wrong: [
      'src/server/features/contact/contact.service.ts imports #server/platform/email/render-email.ts',
      'src/server/services.ts imports ./platform/email/render-email.ts',
    ],
    right: ['src/server/features/emails/emails.service.ts imports #server/platform/email/render-email.ts'],
  },
  {
    rule: "http doesn't import features or their composition",
    about: (file) => isProduction(file) && isHttp(file),
    refuses: ({ target }) => isServer(target) && (featureOf(target) !== undefined || isComposition(target)),
    wrong: [
      'src/server/http/session.ts imports #server/features/accounts/sessions.service.ts',
      'src/server/http/session.ts imports #server/features/accounts/sessions.repository.ts',
      'src/server/http/session.ts imports #server/services.ts',
    ],
    right: [
      'src/server/http/session.ts imports #server/viewer.ts',
      'src/server/http/errors.ts imports #server/platform/database/errors.ts',
    ],
  },
  {
    rule: "production code doesn't import test tools or files outside src",
    about: isProduction,
    refuses: ({ target, isFile }) =>
      isFile ? !target.startsWith('src/') : /(^@?|\/)(vitest|playwright)\b/.test(target),
    wrong: [
      'src/web/app/entry-browser.tsx imports #test/support/builders.ts',
      'src/server/main.ts imports vitest/node',
      'src/server/main.ts imports @playwright/test',
      'src/server/main.ts imports @axe-core/playwright',
    ],
    right: [
      'src/server/features/links/links.test.ts imports #test/support/server.ts',
      'test/support/server.ts imports vitest',
    ],
  },
  {
    rule: 'the client imports only its own files and Node, because it also works when its folder is copied alone',
    about: isIn('cli'),
    refuses: ({ target, isFile }) => (isFile ? !isIn('cli')(target) : !target.startsWith('node:')),
    wrong: ['cli/zip.mjs imports #shared/limits.ts', 'cli/zip.mjs imports yazl'],
    right: [
      'cli/zip.mjs imports ./crc32.mjs',
      'cli/commands/links.mjs imports ../api.mjs',
      'cli/zip.mjs imports node:zlib',
    ],
  },
  {
    rule: 'only proofs import proofs; what tests need too belongs in test/support',
    about: (file) => !isProduction(file) && !isIn('proofs')(file),
    refuses: ({ target }) => isIn('proofs')(target),
    wrong: [
      'test/support/server.ts imports #proofs/faults/random.ts',
      'test/process/starting.test.ts imports #proofs/faults/watch.ts',
      'e2e/registration.spec.ts imports #proofs/faults/watch.ts',
      'src/server/features/links/links.test.ts imports #proofs/faults/random.ts',
    ],
    right: [
      'proofs/prove/login-timing.ts imports ../bench/login-timing.ts',
      'proofs/faults/kills.ts imports #test/support/scope.ts',
      'test/process/starting.test.ts imports #test/support/scope.ts',
    ],
  },
  {
    rule: "web features don't import each other or app",
    about: (file) => isProduction(file) && isWebFeature(file),
    refuses: ({ target }, file) => isWebApp(target) || (isWebFeature(target) && !isOwn(file, target)),
    wrong: [
      'src/web/features/links/link-form.tsx imports #web/features/images/image-grid.tsx',
      'src/web/features/links/link-form.tsx imports #web/app/paths.ts',
    ],
    right: [
      'src/web/features/links/link-form.tsx imports ./use-create-link.ts',
      'src/web/features/links/link-form.tsx imports #web/ui/mark.tsx',
      'src/web/app/pages/home-page.tsx imports #web/features/links/link-form.tsx',
    ],
  },
  {
    rule: "web/ui and web/lib don't import features or app",
    about: (file) => isProduction(file) && (isIn('src/web/ui')(file) || isIn('src/web/lib')(file)),
    refuses: ({ target }) => isWebApp(target) || isWebFeature(target),
    wrong: [
      'src/web/ui/mark.tsx imports #web/features/links/link-form.tsx',
      'src/web/lib/api.ts imports #web/app/paths.ts',
    ],
    right: ['src/web/ui/mark.tsx imports #web/lib/theme.ts', 'src/web/app/header.tsx imports #web/ui/mark.tsx'],
  },
]
