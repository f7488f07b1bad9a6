import { type ComponentType, lazy } from 'react'
import type { Screens } from './app.tsx'

const lazyScreen = <Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) =>
  lazy(async () => ({ default: (await load())[name] }))

export const screens: Screens = {
  home: lazyScreen(() => import('./pages/home-page.tsx'), 'HomePage'),
  login: lazyScreen(() => import('./pages/login-page.tsx'), 'LoginPage'),
  register: lazyScreen(() => import('./pages/register-page.tsx'), 'RegisterPage'),
  forgotPassword: lazyScreen(() => import('./pages/forgot-password-page.tsx'), 'ForgotPasswordPage'),
  resetPassword: lazyScreen(() => import('./pages/reset-password-page.tsx'), 'ResetPasswordPage'),
  confirmEmail: lazyScreen(() => import('./pages/confirm-email-page.tsx'), 'ConfirmEmailPage'),
  pricing: lazyScreen(() => import('./pages/pricing-page.tsx'), 'PricingPage'),
  contact: lazyScreen(() => import('./pages/contact-page.tsx'), 'ContactPage'),
  faq: lazyScreen(() => import('#web/features/help/faq.tsx'), 'FaqPage'),
  terms: lazyScreen(() => import('#web/features/legal/terms.tsx'), 'TermsPage'),
  privacy: lazyScreen(() => import('#web/features/legal/privacy.tsx'), 'PrivacyPage'),
  cookiePolicy: lazyScreen(() => import('#web/features/legal/cookie-policy.tsx'), 'CookiePolicyPage'),
  createLink: lazyScreen(() => import('#web/features/links/create-link.tsx'), 'CreateLink'),
  editLink: lazyScreen(() => import('./pages/edit-link-page.tsx'), 'EditLinkPage'),
  analytics: lazyScreen(() => import('./pages/analytics-page.tsx'), 'AnalyticsPage'),
  linkAnalytics: lazyScreen(() => import('./pages/link-analytics-page.tsx'), 'LinkAnalyticsPage'),
  choices: lazyScreen(() => import('./pages/choices-page.tsx'), 'ChoicesPage'),
  guestUploads: lazyScreen(() => import('./pages/guest-uploads-page.tsx'), 'GuestUploadsPage'),
  cards: lazyScreen(() => import('./pages/cards-page.tsx'), 'CardsPage'),
  wall: lazyScreen(() => import('#web/features/live-walls/wall-screen.tsx'), 'WallScreen'),
  gallery: lazyScreen(() => import('./pages/gallery-page.tsx'), 'GalleryPage'),
  addPhotos: lazyScreen(() => import('./pages/add-page.tsx'), 'AddPage'),
  image: lazyScreen(() => import('./pages/image-page.tsx'), 'ImagePage'),
  follow: lazyScreen(() => import('#web/features/followers/follow-screen.tsx'), 'FollowScreen'),
  dashboard: lazyScreen(() => import('./pages/dashboard-page.tsx'), 'DashboardPage'),
  activity: lazyScreen(() => import('./pages/activity-page.tsx'), 'ActivityPage'),
  upload: lazyScreen(() => import('./pages/upload-page.tsx'), 'UploadPage'),
  account: lazyScreen(() => import('./pages/account-page.tsx'), 'AccountPage'),
  subscription: lazyScreen(() => import('./pages/subscription-page.tsx'), 'SubscriptionPage'),
  subscriptionSuccess: lazyScreen(() => import('./pages/subscription-success-page.tsx'), 'SubscriptionSuccessPage'),
  subscriptionCancel: lazyScreen(() => import('./pages/subscription-cancel-page.tsx'), 'SubscriptionCancelPage'),
  admin: lazyScreen(() => import('#web/features/administration/overview.tsx'), 'OverviewPage'),
  adminUsers: lazyScreen(() => import('#web/features/administration/users.tsx'), 'UsersPage'),
  adminUser: lazyScreen(() => import('#web/features/administration/user.tsx'), 'UserPage'),
  adminReports: lazyScreen(() => import('#web/features/administration/reports.tsx'), 'ReportsPage'),
  adminLog: lazyScreen(() => import('#web/features/administration/log.tsx'), 'LogPage'),
}
