export const isIn = (folder: string) => (path: string) => path.startsWith(`${folder}/`)

export const isShared = isIn('src/shared')
export const isServer = isIn('src/server')
export const isWeb = isIn('src/web')
export const isHttp = isIn('src/server/http')
export const isPlatform = isIn('src/server/platform')
export const isDatabase = isIn('src/server/platform/database')

export const isProduction = (path: string) => path.startsWith('src/') && !/\.test\.tsx?$/.test(path)

export const featureOf = (path: string) => /^src\/(?:server|web)\/features\/[^/]+(?=\/)/.exec(path)?.[0]

/** `tables` files declare the tables that a feature owns. `rows` files map a repository's rows to records. */
export type Layer = 'routes' | 'service' | 'repository' | 'rows' | 'tables' | 'compose' | 'test' | 'plain'

export function layerOf(path: string): Layer | undefined {
  if (!isIn('src/server/features')(path)) return undefined
  if (path.endsWith('-rows.ts')) return 'rows'
  if (path.endsWith('/compose.ts')) return 'compose'
  return (/\.(routes|service|repository|tables|test)\.ts$/.exec(path)?.[1] as Layer | undefined) ?? 'plain'
}

export const isOwn = (file: string, target: string) =>
  featureOf(file) !== undefined && featureOf(file) === featureOf(target)

/**
 * Imports with `../` must not leave this folder: a feature, a subfolder of `server` or `web`, or a top-level folder.
 */
export const areaOf = (path: string) =>
  featureOf(path) ?? /^src\/(?:server|web)(?:\/[^/]+(?=\/))?/.exec(path)?.[0] ?? /^src\/[^/]+|^[^/]+/.exec(path)?.[0]

export const nouns = [
  'access',
  'accounts',
  'activity',
  'administration',
  'analytics',
  'backups',
  'choices',
  'collaborators',
  'comments',
  'contact',
  'domains',
  'emails',
  'exports',
  'followers',
  'guest-uploads',
  'images',
  'links',
  'live-walls',
  'media',
  'oidc',
  'pages',
  'removals',
  'studios',
  'subscriptions',
  'trash',
  'uploads',
  'webhooks',
]

export const webTexts = ['help', 'legal', 'welcome']
