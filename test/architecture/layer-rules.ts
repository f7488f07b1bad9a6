import { isDatabase, isHttp, isIn, isOwn, isPlatform, isProduction, isServer, isShared, layerOf } from './folders.ts'
import type { ImportRule } from './import-rule.ts'

const viewer = 'src/server/viewer.ts'
const rateLimits = 'src/server/rate-limits.ts'
const definesLimits = [rateLimits, 'src/server/ports.ts', 'src/server/features/emails/emails.service.ts']
/** Any feature can import features/access. */
const isAccess = isIn('src/server/features/access')
/** Services use these ports and formats. The rest of platform/database is for repositories. */
const isForServices = (path: string) => !isDatabase(path) || /\/(cursor|errors|rate-limiter|tasks)\.ts$/.test(path)

export const layerRules: ImportRule[] = [
  {
    rule: 'routes only call services of their own feature and access, never a repository or the database',
    about: (file) => layerOf(file) === 'routes',
    refuses: ({ target }, file) => {
      if (!isServer(target)) return false
      if (isOwn(file, target)) return layerOf(target) === 'repository' || layerOf(target) === 'routes'
      return !isHttp(target) && !isAccess(target) && target !== viewer && (!isPlatform(target) || isDatabase(target))
    },
    wrong: [
      'src/server/features/links/links.routes.ts imports ./links.repository.ts',
      'src/server/features/links/links.routes.ts imports #server/features/images/images.repository.ts',
      'src/server/features/links/links.routes.ts imports #server/features/images/images.service.ts',
      'src/server/features/links/links.routes.ts imports #server/platform/database/database.ts',
      'src/server/features/links/links.routes.ts imports #server/services.ts',
    ],
    right: [
      'src/server/features/links/links.routes.ts imports ./links.service.ts',
      'src/server/features/links/links.routes.ts imports #server/http/session.ts',
      'src/server/features/links/links.routes.ts imports #server/viewer.ts',
      'src/server/features/media/media.routes.ts imports #server/features/access/media-urls.service.ts',
    ],
  },
  {
    rule: 'services import their own repository, platform ports, other services and access, but not http or tables',
    about: (file) => layerOf(file) === 'service' || layerOf(file) === 'plain',
    refuses: ({ target }, file) => {
      if (!isServer(target) || target === viewer || target === rateLimits || isAccess(target)) return false
      if (isOwn(file, target)) return layerOf(target) === 'routes'
      return isPlatform(target) ? !isForServices(target) : layerOf(target) !== 'service'
    },
    wrong: [
      'src/server/features/links/links.service.ts imports #server/http/session.ts',
      'src/server/features/links/links.service.ts imports #server/features/images/images.repository.ts',
      'src/server/features/links/links.service.ts imports #server/features/accounts/device.ts',
      'src/server/features/links/links.service.ts imports ./links.routes.ts',
      'src/server/features/links/links.service.ts imports #server/config.ts',
      'src/server/features/links/links.service.ts imports #server/platform/database/schema.ts',
      'src/server/features/links/links.service.ts imports #server/features/images/images.tables.ts',
      'src/server/features/links/link-rules.ts imports #server/http/session.ts',
    ],
    right: [
      'src/server/features/links/links.service.ts imports ./links.repository.ts',
      'src/server/features/links/links.service.ts imports #server/features/images/images.service.ts',
      'src/server/features/comments/comments.service.ts imports #server/features/access/link-access.ts',
      'src/server/features/links/links.service.ts imports #server/platform/database/tasks.ts',
      'src/server/features/links/links.service.ts imports #server/viewer.ts',
      'src/server/features/links/links.service.ts imports #server/rate-limits.ts',
    ],
  },
  {
    rule: 'rate limits are rows in src/server/rate-limits.ts; only the limits per inbox are in features/emails',
    about: (file) => isProduction(file) && !isPlatform(file) && !definesLimits.includes(file),
    refuses: ({ target }) => isPlatform(target) && /\/rate-limit(er|-table)\.ts$/.test(target),
    wrong: [
      'src/server/features/links/links.service.ts imports #server/platform/concurrency/rate-limiter.ts',
      'src/server/features/links/links.service.ts imports #server/platform/database/rate-limiter.ts',
      'src/server/http/session.ts imports #server/platform/database/rate-limiter.ts',
    ],
    right: [
      'src/server/features/links/links.service.ts imports #server/rate-limits.ts',
      'src/server/features/emails/emails.service.ts imports #server/platform/database/rate-limiter.ts',
    ],
  },
  {
    rule: 'compose.ts creates the services of its feature from ports and services of other features',
    about: (file) => layerOf(file) === 'compose',
    refuses: ({ target }, file) => {
      if (!isServer(target) || isPlatform(target) || /^src\/server\/(ports|version)\.ts$/.test(target)) return false
      return isOwn(file, target) ? layerOf(target) === 'routes' : layerOf(target) !== 'service'
    },
    wrong: [
      'src/server/features/links/compose.ts imports #server/features/images/images.repository.ts',
      'src/server/features/links/compose.ts imports #server/services.ts',
      'src/server/features/links/compose.ts imports #server/http/session.ts',
      'src/server/features/links/compose.ts imports ./links.routes.ts',
    ],
    right: [
      'src/server/features/links/compose.ts imports ./links.repository.ts',
      'src/server/features/links/compose.ts imports #server/features/images/images.service.ts',
      'src/server/features/links/compose.ts imports #server/ports.ts',
    ],
  },
  {
    rule: 'only services.ts imports compose.ts',
    about: (file) => isProduction(file) && file !== 'src/server/services.ts',
    refuses: ({ target }) => layerOf(target) === 'compose',
    wrong: [
      'src/server/features/links/links.service.ts imports ./compose.ts',
      'src/server/app.ts imports ./features/links/compose.ts',
    ],
    right: ['src/server/services.ts imports ./features/links/compose.ts'],
  },
  {
    rule: 'repositories contain only SQL: they import the database, clock, ids, shared, plain files of their feature, other repositories, tables and access',
    about: (file) => ['repository', 'rows', 'tables'].includes(layerOf(file) ?? ''),
    refuses: ({ target, isFile }, file) => {
      if (!isFile) return !/^(kysely|pg|node:sqlite)(\/|$)/.test(target)
      if (isShared(target) || isDatabase(target) || /^src\/server\/platform\/(clock|ids)\.ts$/.test(target))
        return false
      const layer = layerOf(target)
      if (layer === 'plain') return !isOwn(file, target) && !isAccess(target)
      return layer !== 'repository' && layer !== 'rows' && layer !== 'tables'
    },
    wrong: [
      'src/server/features/links/links.repository.ts imports ./links.service.ts',
      'src/server/features/links/links.repository.ts imports ./links.routes.ts',
      'src/server/features/links/links.repository.ts imports #server/features/images/images.service.ts',
      'src/server/features/links/links.repository.ts imports #server/features/images/image-files.ts',
      'src/server/features/links/links.repository.ts imports #server/http/errors.ts',
      'src/server/features/links/links.repository.ts imports #server/platform/email/mailer.ts',
      'src/server/features/links/links.repository.ts imports node:fs',
      'src/server/features/images/image-rows.ts imports ./images.service.ts',
      'src/server/features/images/images.tables.ts imports ./images.service.ts',
    ],
    right: [
      'src/server/features/links/links.repository.ts imports kysely',
      'src/server/features/links/links.repository.ts imports #server/platform/database/database.ts',
      'src/server/features/links/links.repository.ts imports #server/platform/clock.ts',
      'src/server/features/links/links.repository.ts imports ./search-key.ts',
      'src/server/features/links/links.repository.ts imports #server/features/images/images.repository.ts',
      'src/server/features/links/link-rows.ts imports #server/features/access/link-access.ts',
      'src/server/features/images/image-rows.ts imports ./images.tables.ts',
      'src/server/features/exports/export-rows.ts imports #server/features/links/links.tables.ts',
      'src/server/features/images/images.tables.ts imports kysely',
    ],
  },
]
