/** The pages of the web app. A path that matches no page and no other route returns 404. */
/** A meta element with the ways to log in, if there are others than passwords. */
export const loginWaysMeta = 'login-ways'

export const pages = {
  home: '/',
  login: '/login',
  register: '/register',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password/:token',
  confirmEmail: '/confirm-email/:token',
  confirmNewEmail: '/confirm-new-email/:token',
  pricing: '/pricing',
  contact: '/contact',
  faq: '/faq',
  terms: '/terms',
  privacy: '/privacy',
  cookiePolicy: '/cookie-policy',
  createLink: '/links/create',
  editLink: '/links/edit/:linkId',
  linkAnalytics: '/links/:linkId/analytics',
  choices: '/links/:linkId/choices',
  guestUploads: '/links/:linkId/guest-uploads',
  cards: '/links/:linkId/cards',
  wall: '/wall/:wallToken',
  gallery: '/links/:slug',
  addPhotos: '/links/:slug/add',
  image: '/images/:imageId',
  follow: '/follow/:token',
  collaborate: '/collaborate/:token',
  dashboard: '/dashboard',
  activity: '/activity',
  upload: '/upload/:linkId',
  analytics: '/analytics',
  share: '/share',
  trash: '/trash',
  account: '/account',
  accountSecurity: '/account/security',
  accountPrograms: '/account/programs',
  studio: '/studio',
  subscription: '/subscription',
  subscriptionSuccess: '/subscription/success',
  subscriptionCancel: '/subscription/cancel',
  admin: '/admin',
  adminUsers: '/admin/users',
  adminUser: '/admin/users/:userId',
  adminReports: '/admin/reports',
  adminLog: '/admin/log',
} as const

let patterns: RegExp[] | undefined

export function isPage(path: string) {
  // Creating these on first use keeps them out of the browser's code.
  patterns ??= Object.values(pages).map((page) => {
    const pattern = page.replace(/:\w+/g, '[^/]+')
    return new RegExp(page === '/' ? '^/$' : `^${pattern}/?$`)
  })
  return patterns.some((pattern) => pattern.test(path))
}
