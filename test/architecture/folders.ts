export const isIn = (folder: string) => (path: string) => path.startsWith(`${folder}/`)

export const isShared = isIn('src/shared')
export const isServer = isIn('src/server')
export const isWeb = isIn('src/web')
export const isHttp = isIn('src/server/http')
export const isPlatform = isIn('src/server/platform')
export const isDatabase = isIn('src/server/platform/database')

/** What ships: in src, and no test. */
export const isProduction = (path: string) => path.startsWith('src/') && !/\.test\.tsx?$/.test(path)

/** `src/server/features/links` for every file in it. */
export const featureOf = (path: string) => /^src\/(?:server|web)\/features\/[^/]+(?=\/)/.exec(path)?.[0]

/** `rows` is the part of a repository that turns rows into records, where it has grown a file of its own. */
export type Layer = 'routes' | 'service' | 'repository' | 'rows' | 'test' | 'plain'

export function layerOf(path: string): Layer | undefined {
  if (!isIn('src/server/features')(path)) return undefined
  if (path.endsWith('-rows.ts')) return 'rows'
  return (/\.(routes|service|repository|test)\.ts$/.exec(path)?.[1] as Layer | undefined) ?? 'plain'
}

export const isOwn = (file: string, target: string) =>
  featureOf(file) !== undefined && featureOf(file) === featureOf(target)

/** Where `../` may lead: a feature, or a folder of `server` or `web`, or one of the top folders. */
export const areaOf = (path: string) =>
  featureOf(path) ?? /^src\/(?:server|web)(?:\/[^/]+(?=\/))?/.exec(path)?.[0] ?? /^src\/[^/]+|^[^/]+/.exec(path)?.[0]

/** What the product is about: the folders of features on the server, and of the web app, are called by these alone. */
export const nouns = [
  'access',
  'accounts',
  'activity',
  'administration',
  'analytics',
  'backups',
  'choices',
  'comments',
  'contact',
  'emails',
  'exports',
  'followers',
  'images',
  'links',
  'media',
  'pages',
  'removals',
  'subscriptions',
]

/** Texts that only the web app has. */
export const webTexts = ['help', 'legal', 'welcome']
