import { type ComponentType, lazy } from 'react'
import type { Screens } from './app.tsx'

/** A page whose code is fetched when somebody goes there. */
const later = <Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) =>
  lazy(async () => ({ default: (await load())[name] }))

/** What is composed of several features has a file in `pages/`; what is one feature's alone is loaded from there. */
export const screens: Screens = {
  home: later(() => import('./pages/home-page.tsx'), 'HomePage'),
  login: later(() => import('./pages/login-page.tsx'), 'LoginPage'),
  register: later(() => import('./pages/register-page.tsx'), 'RegisterPage'),
  forgotPassword: later(() => import('./pages/forgot-password-page.tsx'), 'ForgotPasswordPage'),
  resetPassword: later(() => import('./pages/reset-password-page.tsx'), 'ResetPasswordPage'),
  confirmEmail: later(() => import('./pages/confirm-email-page.tsx'), 'ConfirmEmailPage'),
  pricing: later(() => import('./pages/pricing-page.tsx'), 'PricingPage'),
  contact: later(() => import('./pages/contact-page.tsx'), 'ContactPage'),
  faq: later(() => import('./pages/faq-page.tsx'), 'FaqPage'),
  terms: later(() => import('#web/features/legal/terms.tsx'), 'TermsPage'),
  privacy: later(() => import('#web/features/legal/privacy.tsx'), 'PrivacyPage'),
  cookiePolicy: later(() => import('#web/features/legal/cookie-policy.tsx'), 'CookiePolicyPage'),
  createLink: later(() => import('#web/features/links/create-link.tsx'), 'CreateLink'),
  editLink: later(() => import('./pages/edit-link-page.tsx'), 'EditLinkPage'),
  analytics: later(() => import('./pages/analytics-page.tsx'), 'AnalyticsPage'),
  linkAnalytics: later(() => import('./pages/link-analytics-page.tsx'), 'LinkAnalyticsPage'),
  choices: later(() => import('./pages/choices-page.tsx'), 'ChoicesPage'),
  gallery: later(() => import('./pages/gallery-page.tsx'), 'GalleryPage'),
  image: later(() => import('./pages/image-page.tsx'), 'ImagePage'),
  follow: later(() => import('#web/features/followers/follow-screen.tsx'), 'FollowScreen'),
  dashboard: later(() => import('./pages/dashboard-page.tsx'), 'DashboardPage'),
  activity: later(() => import('./pages/activity-page.tsx'), 'ActivityPage'),
  upload: later(() => import('./pages/upload-page.tsx'), 'UploadPage'),
  account: later(() => import('./pages/account-page.tsx'), 'AccountPage'),
  subscription: later(() => import('./pages/subscription-page.tsx'), 'SubscriptionPage'),
  subscriptionSuccess: later(() => import('#web/features/subscriptions/checkout-result.tsx'), 'CheckoutResult'),
  subscriptionCancel: later(() => import('./pages/subscription-cancel-page.tsx'), 'SubscriptionCancelPage'),
  admin: later(() => import('#web/features/administration/overview.tsx'), 'OverviewPage'),
  adminUsers: later(() => import('#web/features/administration/users.tsx'), 'UsersPage'),
  adminUser: later(() => import('#web/features/administration/user.tsx'), 'UserPage'),
  adminReports: later(() => import('#web/features/administration/reports.tsx'), 'ReportsPage'),
  adminLog: later(() => import('#web/features/administration/log.tsx'), 'LogPage'),
}
