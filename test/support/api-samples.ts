import type { User } from '#shared/accounts.ts'
import type { AdministeredUser } from '#shared/administered-users.ts'
import type { Config } from '#shared/config.ts'
import type { Image } from '#shared/images.ts'
import type { Invitation } from '#shared/invitations.ts'
import type { Link } from '#shared/links.ts'
import { type PlanId, plans } from '#shared/plans.ts'
import type { SignIn } from '#shared/sign-in.ts'
import type { Studio } from '#shared/studio.ts'
import type { Subscription } from '#shared/subscriptions.ts'

export const aConfig = (fields: Partial<Config> = {}): Config => ({
  supportEmail: 'support@framelight.example',
  payments: 'test',
  registration: 'open',
  fileLimitMb: 10,
  trashDays: 30,
  email: true,
  isEmailDeclined: false,
  ...fields,
})

export const aUser = (fields: Partial<User> = {}): User => ({
  id: 'mara',
  _id: 'mara',
  name: 'Mara Lind',
  galleryName: 'Mara Lind',
  email: 'mara@example.com',
  isAdmin: false,
  isConfirmed: true,
  createdAt: new Date().toISOString(),
  ...fields,
})

export const aSubscription = (plan: PlanId = 'free', fields: Partial<Subscription> = {}): Subscription => ({
  plan,
  planDetails: plans[plan],
  status: 'active',
  currentPeriodEnd: plan === 'free' ? null : '2026-12-12T12:00:00.000Z',
  usage: { links: 0, images: 0 },
  ...fields,
})

export const aLink = (fields: Partial<Link> = {}): Link => ({
  _id: 'link',
  slug: 'a-year-outside',
  title: 'A Year Outside',
  description: '',
  isPrivate: false,
  hasPassword: false,
  isListed: false,
  allowDownloads: true,
  cameraDetails: false,
  choosing: 'off',
  choiceLimit: null,
  comments: 'accounts',
  holdGuestComments: true,
  visitorsSee: 'all',
  revealAt: null,
  expiresAt: null,
  isExpired: false,
  views: 0,
  imageCount: 0,
  coverImage: null,
  images: [],
  createdAt: '2026-11-01T10:00:00.000Z',
  updatedAt: '2026-11-01T10:00:00.000Z',
  user: 'mara',
  owner: { name: 'Mara Lind' },
  opening: 'wall',
  branded: true,
  studio: null,
  shareUrl: 'https://photos.example/links/summer',
  ...fields,
})

export const anImage = (fields: Partial<Image> = {}): Image => ({
  _id: 'image',
  thumbnailUrl: 'data:,',
  imageUrl: 'data:,',
  url: 'data:,',
  renditions: [{ url: 'data:,', width: 600, height: 400 }],
  width: 600,
  height: 400,
  placeholder: '#888',
  coverFocus: null,
  isAnimated: false,
  title: '',
  description: '',
  fileName: 'picture.jpg',
  takenAt: null,
  camera: null,
  state: 'shown',
  addedBy: null,
  views: 0,
  isCoverImage: true,
  createdAt: '2026-11-01T10:00:00.000Z',
  link: { _id: 'link', slug: 'a-year-outside', title: 'A Year Outside' },
  user: { _id: 'mara', name: 'Mara Lind' },
  ...fields,
})

export const anInvitation = (fields: Partial<Invitation> = {}): Invitation => ({
  _id: 'anna',
  name: 'Anna',
  email: null,
  rights: { download: true, comment: true, choose: false, add: false },
  givenRights: { download: null, comment: null, choose: null, add: null },
  sections: null,
  expiresAt: null,
  url: 'https://photos.example/i/anna',
  createdAt: '2026-11-01T10:00:00.000Z',
  revokedAt: null,
  visits: 0,
  views: 0,
  downloads: 0,
  lastSeenAt: null,
  ...fields,
})

export const aSignIn = (fields: Partial<SignIn> = {}): SignIn => ({
  hasPassword: true,
  passkeys: [],
  secondFactor: { isOn: false, recoveryCodesLeft: 0 },
  identities: [],
  pendingEmail: null,
  isRecent: true,
  ...fields,
})

export const aStudio = (fields: Partial<Studio> = {}): Studio => ({
  isOn: false,
  name: '',
  line: '',
  website: null,
  accent: null,
  accentShown: null,
  logoUrl: null,
  logoDarkUrl: null,
  isAllowed: true,
  poweredBy: true,
  ...fields,
})

export const anAdministeredUser = (fields: Partial<AdministeredUser> = {}): AdministeredUser => ({
  _id: 'noor',
  name: 'Noor',
  email: 'noor@example.com',
  createdAt: new Date().toISOString(),
  lastSeenAt: null,
  isAdmin: false,
  isConfirmed: true,
  isDisabled: false,
  disabledAt: null,
  disabledReason: null,
  plan: 'free',
  grantedPlan: null,
  linkLimit: null,
  imageLimit: null,
  storageLimitGb: null,
  planDetails: plans.free,
  planLimits: {
    name: 'Free',
    linkLimit: plans.free.linkLimit,
    imageLimit: plans.free.imageLimit,
    storageLimitGb: null,
  },
  currentPeriodEnd: null,
  usage: { links: 0, images: 0, bytes: 0 },
  hasSecondFactor: false,
  devices: [],
  ...fields,
})
