import { areaOf, featureOf, isOwn, layerOf } from './folders.ts'
import type { ImportRule } from './import-rule.ts'

export const importPathRules: ImportRule[] = [
  {
    rule: 'every import path leads to a file',
    about: () => true,
    refuses: ({ isFound }) => !isFound,
    wrong: ['src/shared/links.ts imports ./missing.ts', 'test/server.ts imports #server/missing.ts'],
    right: ['src/shared/links.ts imports ./text.ts'],
  },
  {
    rule: 'use #…/ instead of ../../',
    about: () => true,
    refuses: ({ specifier }) => specifier.startsWith('../../'),
    wrong: [
      'src/web/app/pages/home-page.tsx imports ../../ui/mark.tsx',
      'test/api/links.test.ts imports ../../src/server/app.ts',
    ],
    right: ['src/web/app/pages/home-page.tsx imports #web/ui/mark.tsx'],
  },
  {
    rule: "../ doesn't leave its area and isn't used in server features; use #…/ across areas",
    about: () => true,
    refuses: ({ specifier, target }, file) => {
      if (!/^\.\.\/(?!\.\.)/.test(specifier)) return false
      if (layerOf(file)) return true
      // Files outside src and test, such as scripts, can be imported with ../ too.
      return areaOf(file) !== areaOf(target) && /^(src|test)\//.test(target)
    },
    wrong: [
      'src/server/http/errors.ts imports ../platform/clock.ts',
      'src/server/http/session.ts imports ../viewer.ts',
      'src/server/features/links/links.service.ts imports ../images/images.service.ts',
      'src/web/ui/mark.tsx imports ../lib/theme.ts',
      'test/server.ts imports ../src/server/app.ts',
    ],
    right: [
      'src/server/platform/database/tasks.ts imports ../clock.ts',
      'src/server/platform/database/migrations/0001-foundation.ts imports ../schema.ts',
      'src/web/features/links/editor/form.tsx imports ../link-card.tsx',
      'test/api/links.test.ts imports ../support/server.ts',
      'test/support/global-setup.ts imports ../scripts/postgres.mjs',
    ],
  },
  {
    rule: 'files of a feature import each other with ./',
    about: (file) => featureOf(file) !== undefined,
    refuses: ({ specifier, target }, file) => specifier.startsWith('#') && isOwn(file, target),
    wrong: [
      'src/server/features/links/links.service.ts imports #server/features/links/link-rules.ts',
      'src/web/features/links/link-form.tsx imports #web/features/links/use-create-link.ts',
    ],
    right: ['src/server/features/links/links.service.ts imports ./link-rules.ts'],
  },
]
