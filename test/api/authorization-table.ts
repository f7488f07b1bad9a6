import type { KeyScope } from '#shared/api-key-forms.ts'
import { encodeMetadata } from '../support/resumable-uploads.ts'

/** A stranger is another user, and `ended` is the owner after their session has ended. */
const people = ['anonymous', 'stranger', 'owner', 'ended'] as const
type PersonKind = (typeof people)[number]

/** Callers who send a pass, valid or not. Only the invited stranger is logged in. */
const holders = {
  passed: 'anonymous',
  'pass of another link': 'anonymous',
  'ended pass': 'anonymous',
  invited: 'anonymous',
  'invitation for this section': 'anonymous',
  'invitation for other sections': 'anonymous',
  'invited stranger': 'stranger',
  'revoked invitation': 'anonymous',
  'expired invitation': 'anonymous',
} as const satisfies Record<string, PersonKind>
export type HolderKind = keyof typeof holders

export const viewers = [...people, ...(Object.keys(holders) as HolderKind[])]
export type ViewerKind = PersonKind | HolderKind

export const isHolder = (viewer: ViewerKind): viewer is HolderKind => viewer in holders
export const personOf = (viewer: ViewerKind): PersonKind => (isHolder(viewer) ? holders[viewer] : viewer)

export const states = [
  'public',
  'private',
  'expired',
  'deleted',
  'password',
  'private with password',
  'owner unconfirmed',
  'owner disabled',
  'deletion pending',
  'link in trash',
  'image in trash',
  'watermarked',
] as const
export type LinkState = (typeof states)[number]

type Statuses = [number, number, number, number]
type Expected = Record<PersonKind, Statuses>

/** The states of links that also change the viewer's account, next to one that doesn't. */
const accountStates: readonly LinkState[] = ['public', 'owner unconfirmed', 'owner disabled']

/** `npm run test:all` tries every row in every state. */
export const statesOf = ({ ignoresLinks }: Row, isEverything = process.env.TEST_SCOPE === 'all') =>
  ignoresLinks && !isEverything ? accountStates : states

const byInvitation = ['public', 'private', 'password', 'private with password'] as const

const opensFor: Partial<Record<HolderKind, readonly LinkState[]>> = {
  passed: ['public', 'password'],
  invited: byInvitation,
  'invitation for this section': byInvitation,
  'invitation for other sections': byInvitation,
  'invited stranger': byInvitation,
}

/** To callers without a valid pass, each of these states looks like another one. */
const columns: Partial<Record<LinkState, LinkState>> = {
  password: 'private',
  'private with password': 'private',
  'deletion pending': 'deleted',
  'link in trash': 'deleted',
  watermarked: 'public',
}

/**
 * To callers without a valid pass, a password-protected link is private. To callers with one, it's public. Until its
 * owner confirms their email, a link is private even to callers with a pass. Disabling the owner ends their session,
 * and the link looks deleted, except that strangers who'd get a 403 still get it. Unless the link is public, an image
 * doesn't exist for people who are invited to other sections.
 */
export function expectedOf(row: Row, viewer: ViewerKind, state: LinkState) {
  const { expected, isOpenedByPass, behindPassword } = row
  if (state === 'image in trash') {
    return row.imageInTrash?.[personOf(viewer)] ?? expected[personOf(viewer)][row.isGoneWithImage ? 3 : 0]
  }
  if (state === 'link in trash' && viewer === 'owner' && row.linkInTrash !== undefined) return row.linkInTrash
  if (state === 'watermarked' && row.isCleanFile) return 404
  if (state === 'owner unconfirmed') {
    if (viewer === 'owner' && row.unconfirmedOwner !== undefined) return row.unconfirmedOwner
    return row.unconfirmed ?? expected[personOf(viewer)][1]
  }
  if (state === 'owner disabled') {
    const person = viewer === 'owner' ? 'ended' : personOf(viewer)
    const isElses = person === 'stranger' && expected.stranger[0] === 403
    return row.disabled?.[person] ?? expected[person][isElses ? 0 : 3]
  }
  if (state === 'password' && behindPassword !== undefined) return behindPassword
  const column = columns[state] ?? state
  const isOpened = isOpenedByPass && isHolder(viewer) && opensFor[viewer]?.includes(state)
  if (isOpened && row.isOfImage && viewer === 'invitation for other sections' && state !== 'public') return 404
  return expected[personOf(viewer)][isOpened ? 0 : states.indexOf(column)]
}

/** Whether a response must not mention the image, even if the call succeeds. */
export function hidesImage({ shows }: Row, viewer: ViewerKind, state: LinkState) {
  if (state === 'image in trash') return shows !== 'trash'
  if (viewer !== 'invitation for other sections' || shows === 'all sections') return false
  return state !== 'public' && byInvitation.some((opened) => opened === state)
}

export type Target = {
  linkId: string
  slug: string
  imageId: string
  /** The section of the image. */
  sectionId: string
  /** A section without images. */
  otherSectionId: string
  commentId: string
  /** The favorites of a guest who isn't one of the viewers. */
  choiceId: string
  /** A guest who added images. */
  guestId: string
  /** An unsigned, guessable rendition URL. */
  mediaUrl: string
  invitationId: string
  invitationToken: string
  strangerId: string
  followerToken: string
  wallToken: string
  /** Unsubscribes or resubscribes an email address without an account. */
  stopToken: string
  /** The owner's unpaid checkout. */
  checkoutId: string
  /** An API key of the owner that no viewer has. */
  keyId: string
  /** The owner's webhook, and a message of it. */
  webhookId: string
  deliveryId: string
  /** The owner's unfinished upload. */
  uploadId: string
  unique: string
}
export type Row = {
  expected: Expected
  /** The response depends on the viewer's account at most, not on links. See `statesOf`. */
  ignoresLinks?: boolean
  /** If the image is in the trash, the call returns the same as for a deleted link. */
  isGoneWithImage?: boolean
  /** Statuses if the image is in the trash, where they differ. */
  imageInTrash?: Partial<Record<PersonKind, number>>
  /** The owner's status if the link is in the trash, where it differs. */
  linkInTrash?: number
  /** With a valid pass, callers get the same status as on a public link. */
  isOpenedByPass?: boolean
  /** The URL is the one of a file without a watermark. */
  isCleanFile?: boolean
  /** The call is about the image, or about all images of the link, which has only this one. */
  isOfImage?: boolean
  /** What the call shows that others hide. */
  shows?: 'trash' | 'all sections'
  /** The status for everyone if the link has a password and isn't private, where it differs. */
  behindPassword?: number
  /** The status for everyone if the owner is unconfirmed, where it differs from a private link. */
  unconfirmed?: number
  /** The owner's status before confirming their email, where it differs. */
  unconfirmedOwner?: number
  /** Statuses if the owner is disabled, where they differ from a deleted link. */
  disabled?: Partial<Record<PersonKind, number>>
  url?: (target: Target) => string
  body?: (target: Target) => object
  headers?: (target: Target) => Record<string, string>
  /** Errors are HTML pages instead of JSON. */
  isPage?: boolean
  /** The error that's explained on the link's own page. */
  explainedOnPage?: number
  /** A successful call doesn't affect later tests. */
  isHarmless?: boolean
  /** A successful call only removes the follower. */
  endsFollowing?: boolean
  /** The administrator's status. The default is a stranger's status. */
  administrator?: number
  /** The call needs a session that was confirmed recently, always or only with this body. */
  needsRecent?: true | { body: object }
  form?: Record<string, string>
}

const always = (status: number): Statuses => [status, status, status, status]
const forAll = (statuses: Statuses): Expected => ({
  anonymous: statuses,
  stranger: statuses,
  owner: statuses,
  ended: statuses,
})
const signedIn = (stranger: Statuses, owner: Statuses): Expected => ({
  anonymous: always(401),
  stranger,
  owner,
  ended: always(401),
})

const administration = (administrator = 200) => ({ expected: signedIn(always(403), always(403)), administrator })

const open = (status = 200) => forAll(always(status))
const anyUser = (status = 200) => signedIn(always(status), always(status))
const ownerOnly = signedIn([403, 403, 403, 404], [200, 200, 200, 404])
const whoeverSeesTheLink: Expected = { ...forAll([200, 403, 410, 404]), owner: [200, 200, 200, 404] }
const bySlug: Expected = { ...whoeverSeesTheLink, owner: [200, 200, 410, 404] }
/** To anyone else, an upload doesn't exist. */
const uploaderOnly = (status: number): Expected => ({
  ...forAll(always(404)),
  owner: [status, status, status, 404],
  ended: always(401),
})
const tus = { 'tus-resumable': '1.0.0' }
const password = 'secret-1'
export const webhook = { url: 'http://127.0.0.1:1/', events: ['images.added'] }
export const linkPassword = 'four words of ours'

/** Every route with the status each viewer gets. A route that isn't listed fails the test. */
export const table: Record<string, Row> = {
  'GET /api/health': { expected: open(), ignoresLinks: true },
  'GET /api/health/live': { expected: open(), ignoresLinks: true },
  'GET /api/config': { expected: open(), ignoresLinks: true },
  'GET /api/openapi.json': { expected: open(), ignoresLinks: true },
  'GET /api/docs/': { expected: open(), ignoresLinks: true },
  'GET /api/docs/json': { expected: open(), ignoresLinks: true },
  'GET /api/docs/yaml': { expected: open(), ignoresLinks: true },
  ...Object.fromEntries(
    [
      '/pricing',
      '/faq',
      '/contact',
      '/terms',
      '/privacy',
      '/cookie-policy',
      '/login',
      '/register',
      '/forgot-password',
    ].map((path) => [`GET ${path}`, { expected: open(), ignoresLinks: true }]),
  ),
  'GET /': { expected: open() },
  'GET /robots.txt': { expected: open() },
  'GET /sitemap.xml': { expected: open() },
  // Only on owners' domains is there something else at the root.
  'GET /:slug(^[\\w-]+$)': { expected: open(404), url: () => '/some-gallery', isPage: true },
  'GET /*': { expected: open(404), url: () => '/nothing-here', isPage: true },

  'POST /api/auth/register': {
    expected: open(201),
    ignoresLinks: true,
    body: ({ unique }) => ({ name: 'New', email: `${unique}@example.com`, password }),
  },
  'POST /api/auth/login': {
    expected: open(401),
    ignoresLinks: true,
    body: ({ unique }) => ({ email: `${unique}@example.com`, password }),
  },
  'GET /api/auth/invitation/:token': {
    expected: open(),
    ignoresLinks: true,
    url: ({ unique }) => `/api/auth/invitation/${unique}`,
  },
  'POST /api/auth/confirm/:token': {
    expected: open(400),
    ignoresLinks: true,
    url: ({ unique }) => `/api/auth/confirm/${unique}`,
    isHarmless: true,
  },
  'POST /api/auth/confirmation': { expected: anyUser() },
  'POST /api/auth/forgotpassword': {
    expected: open(),
    ignoresLinks: true,
    body: ({ unique }) => ({ email: `${unique}@example.com` }),
  },
  'GET /api/auth/resetpassword/:token': {
    expected: open(),
    ignoresLinks: true,
    url: ({ unique }) => `/api/auth/resetpassword/${unique}`,
  },
  'PUT /api/auth/resetpassword/:token': {
    expected: open(400),
    ignoresLinks: true,
    url: ({ unique }) => `/api/auth/resetpassword/${unique}`,
    body: () => ({ password }),
  },
  'GET /api/auth/me': { expected: anyUser() },
  'GET /api/auth/sessions': { expected: anyUser(), ignoresLinks: true },
  'GET /api/auth/sign-in': { expected: anyUser(), ignoresLinks: true },
  'POST /api/auth/reauthenticate': { expected: anyUser(), ignoresLinks: true, body: () => ({ password }) },
  'POST /api/auth/email': {
    expected: anyUser(202),
    ignoresLinks: true,
    body: ({ unique }) => ({ email: `new-${unique}@example.com` }),
    needsRecent: true,
  },
  'DELETE /api/auth/email': { expected: anyUser(), ignoresLinks: true },
  'POST /api/auth/email/confirm/:token': {
    expected: open(400),
    ignoresLinks: true,
    url: ({ unique }) => `/api/auth/email/confirm/${unique}`,
    isHarmless: true,
  },
  'POST /api/auth/second-factor': { expected: anyUser(), ignoresLinks: true, needsRecent: true },
  'POST /api/auth/second-factor/confirm': {
    expected: anyUser(403),
    ignoresLinks: true,
    body: () => ({ code: 'none' }),
  },
  'POST /api/auth/second-factor/recovery-codes': { expected: anyUser(400), ignoresLinks: true, needsRecent: true },
  'DELETE /api/auth/second-factor': { expected: anyUser(), ignoresLinks: true, needsRecent: true },
  // The tests' site has no https.
  'POST /api/auth/passkeys/options': { expected: anyUser(403), ignoresLinks: true, needsRecent: true },
  'POST /api/auth/passkeys': {
    expected: anyUser(403),
    ignoresLinks: true,
    body: () => ({ name: 'Phone', response: {} }),
    needsRecent: true,
  },
  'PUT /api/auth/passkeys/:id': {
    expected: anyUser(403),
    ignoresLinks: true,
    url: ({ unique }) => `/api/auth/passkeys/${unique}`,
    body: () => ({ name: 'Phone' }),
    needsRecent: true,
  },
  'DELETE /api/auth/passkeys/:id': {
    expected: anyUser(403),
    ignoresLinks: true,
    url: ({ unique }) => `/api/auth/passkeys/${unique}`,
    needsRecent: true,
  },
  'POST /api/auth/passkeys/login/options': { expected: open(403), ignoresLinks: true },
  'POST /api/auth/passkeys/login': { expected: open(403), ignoresLinks: true, body: () => ({ response: {} }) },
  'DELETE /api/auth/identities/:identityId': {
    expected: anyUser(404),
    ignoresLinks: true,
    url: ({ unique }) => `/api/auth/identities/${unique}`,
    needsRecent: true,
  },
  // Without a provider, single sign-on doesn't exist.
  'POST /api/auth/oidc/start': {
    expected: open(404),
    ignoresLinks: true,
    body: () => ({}),
    needsRecent: { body: { purpose: 'connect' } },
  },
  'GET /api/auth/oidc/callback': { expected: open(404), ignoresLinks: true },
  'POST /api/auth/oidc/token': { expected: open(404), ignoresLinks: true, body: ({ unique }) => ({ code: unique }) },
  'DELETE /api/auth/sessions': { expected: anyUser(), ignoresLinks: true },
  'PUT /api/auth/updateprofile': { expected: anyUser(), ignoresLinks: true, body: () => ({ name: 'Renamed' }) },
  'PUT /api/auth/updatepassword': {
    expected: anyUser(),
    ignoresLinks: true,
    body: () => ({ currentPassword: password, newPassword: password }),
  },
  'GET /api/auth/notifications': { expected: anyUser(), ignoresLinks: true },
  'PUT /api/auth/notifications': { expected: anyUser(), ignoresLinks: true, body: () => ({ comments: 'off' }) },
  'GET /api/activity': { expected: anyUser() },
  'POST /api/activity/read': { expected: anyUser() },
  'POST /api/auth/logout': { expected: anyUser(), ignoresLinks: true },
  'DELETE /api/auth/deleteaccount': { expected: anyUser(400), body: () => ({ password: 'not-mine' }) },

  'POST /api/auth/export': { expected: anyUser(202) },
  'GET /api/auth/export': { expected: anyUser() },
  'POST /api/links/:id/import': {
    expected: ownerOnly,
    url: ({ linkId }) => `/api/links/${linkId}/import`,
    body: () => ({ comments: [], choices: [] }),
    isHarmless: true,
  },
  // This token doesn't exist. The export tests cover valid ones.
  'GET /api/exports/:token': { expected: open(404), ignoresLinks: true, url: ({ unique }) => `/api/exports/${unique}` },
  'GET /exports/:token': {
    expected: open(404),
    ignoresLinks: true,
    url: ({ unique }) => `/exports/${unique}`,
    isPage: true,
  },

  'GET /api/links': { expected: anyUser() },
  'GET /api/links/public': { expected: open() },
  'POST /api/links': { expected: anyUser(201), body: () => ({ title: 'Another' }) },
  'GET /api/links/:id': {
    expected: whoeverSeesTheLink,
    isOpenedByPass: true,
    url: ({ linkId }) => `/api/links/${linkId}`,
  },
  'GET /api/links/slug/:slug': {
    expected: bySlug,
    isOpenedByPass: true,
    url: ({ slug }) => `/api/links/slug/${slug}`,
  },
  'PUT /api/links/:id': {
    expected: ownerOnly,
    url: ({ linkId }) => `/api/links/${linkId}`,
    isHarmless: true,
    body: () => ({ description: 'Changed' }),
  },
  'PUT /api/links/:id/order': {
    imageInTrash: { owner: 400 },
    expected: ownerOnly,
    url: ({ linkId }) => `/api/links/${linkId}/order`,
    isHarmless: true,
    body: ({ imageId }) => ({ imageIds: [imageId] }),
  },
  'GET /api/links/:id/sections': { expected: ownerOnly, url: ({ linkId }) => `/api/links/${linkId}/sections` },
  'PUT /api/links/:id/sections/order': {
    expected: ownerOnly,
    url: ({ linkId }) => `/api/links/${linkId}/sections/order`,
    isHarmless: true,
    body: ({ sectionId, otherSectionId }) => ({ sectionIds: [otherSectionId, sectionId] }),
  },
  'POST /api/links/:id/sections/by-day': {
    expected: ownerOnly,
    url: ({ linkId }) => `/api/links/${linkId}/sections/by-day`,
    isHarmless: true,
  },
  'POST /api/links/:id/sections': {
    expected: signedIn([403, 403, 403, 404], [201, 201, 201, 404]),
    url: ({ linkId }) => `/api/links/${linkId}/sections`,
    body: () => ({ title: 'Another' }),
  },
  'PUT /api/sections/:id': {
    expected: ownerOnly,
    url: ({ sectionId }) => `/api/sections/${sectionId}`,
    isHarmless: true,
    body: () => ({ title: 'Renamed' }),
  },
  'DELETE /api/sections/:id': { expected: ownerOnly, url: ({ sectionId }) => `/api/sections/${sectionId}` },
  'POST /api/links/slug/:slug/visit': {
    expected: bySlug,
    isOpenedByPass: true,
    isHarmless: true,
    url: ({ slug }) => `/api/links/slug/${slug}/visit`,
  },
  'GET /api/links/slug/:slug/download': {
    isGoneWithImage: true,
    expected: bySlug,
    isOpenedByPass: true,
    isOfImage: true,
    url: ({ slug }) => `/api/links/slug/${slug}/download`,
  },
  'GET /api/links/:id/download-address': {
    expected: ownerOnly,
    url: ({ linkId }) => `/api/links/${linkId}/download-address`,
  },
  'POST /api/links/slug/:slug/unlock': {
    expected: forAll([400, 403, 410, 404]),
    behindPassword: 200,
    url: ({ slug }) => `/api/links/slug/${slug}/unlock`,
    body: () => ({ password: linkPassword }),
    isHarmless: true,
  },
  'POST /api/links/slug/:slug/ask': {
    expected: { ...forAll([200, 403, 202, 404]), owner: [200, 200, 202, 404] },
    isOpenedByPass: true,
    url: ({ slug }) => `/api/links/slug/${slug}/ask`,
    body: () => ({ name: 'Lena' }),
    isHarmless: true,
  },
  'POST /api/links/slug/:slug/follow': {
    expected: { ...forAll([202, 403, 410, 404]), owner: [202, 202, 410, 404] },
    isOpenedByPass: true,
    url: ({ slug }) => `/api/links/slug/${slug}/follow`,
    body: ({ unique }) => ({ email: `${unique}@example.org` }),
    isHarmless: true,
  },
  'GET /api/links/:id/followers': {
    expected: ownerOnly,
    url: ({ linkId }) => `/api/links/${linkId}/followers`,
  },
  'GET /api/links/:id/live-wall': {
    expected: ownerOnly,
    url: ({ linkId }) => `/api/links/${linkId}/live-wall`,
  },
  'PUT /api/links/:id/live-wall': {
    expected: ownerOnly,
    url: ({ linkId }) => `/api/links/${linkId}/live-wall`,
    body: () => ({ seconds: 10 }),
    isHarmless: true,
  },
  // Anyone with the URL of a live wall can see it, whatever the link's door is.
  'GET /api/wall/:token': {
    shows: 'all sections',
    expected: forAll([200, 200, 410, 404]),
    unconfirmed: 403,
    url: ({ wallToken }) => `/api/wall/${wallToken}`,
  },
  // Anyone with the emailed URL can call these. The status doesn't reveal whether the link is private or expired.
  'GET /api/follow/:token': {
    expected: forAll([200, 200, 200, 404]),
    disabled: { anonymous: 200, stranger: 200, ended: 200 },
    url: ({ followerToken }) => `/api/follow/${followerToken}`,
  },
  'POST /follow/:token': {
    expected: forAll([200, 200, 200, 404]),
    disabled: { anonymous: 200, stranger: 200, ended: 200 },
    url: ({ followerToken }) => `/follow/${followerToken}`,
    isHarmless: true,
  },
  'POST /follow/:token/leave': {
    expected: open(),
    url: ({ followerToken }) => `/follow/${followerToken}/leave`,
    form: { 'List-Unsubscribe': 'One-Click' },
    isHarmless: true,
    endsFollowing: true,
  },
  'GET /emails/stop/:token': {
    expected: open(),
    url: ({ stopToken }) => `/emails/stop/${stopToken}`,
    isPage: true,
  },
  'POST /emails/stop/:token': {
    expected: open(),
    url: ({ stopToken }) => `/emails/stop/${stopToken}`,
    form: { 'List-Unsubscribe': 'One-Click' },
    isHarmless: true,
    isPage: true,
  },
  'POST /emails/start/:token': {
    expected: open(),
    url: ({ stopToken }) => `/emails/start/${stopToken}`,
    form: {},
    isHarmless: true,
    isPage: true,
  },
  'GET /api/links/:id/invitations': {
    expected: ownerOnly,
    url: ({ linkId }) => `/api/links/${linkId}/invitations`,
  },
  'POST /api/links/:id/invitations': {
    expected: signedIn([403, 403, 403, 404], [201, 201, 201, 404]),
    url: ({ linkId }) => `/api/links/${linkId}/invitations`,
    body: () => ({ name: 'Grandma' }),
    isHarmless: true,
  },
  'PUT /api/invitations/:id': {
    expected: ownerOnly,
    url: ({ invitationId }) => `/api/invitations/${invitationId}`,
    body: () => ({ name: 'Grandma' }),
    isHarmless: true,
  },
  'DELETE /api/invitations/:id': {
    expected: ownerOnly,
    url: ({ invitationId }) => `/api/invitations/${invitationId}`,
  },
  'POST /api/invitations/:id/send': {
    expected: ownerOnly,
    url: ({ invitationId }) => `/api/invitations/${invitationId}/send`,
    unconfirmedOwner: 403,
  },
  // Anyone with the URL is redirected to the link's page, which shows whether the link has expired.
  'GET /i/:token': {
    expected: forAll([303, 303, 303, 404]),
    unconfirmed: 403,
    url: ({ invitationToken }) => `/i/${invitationToken}`,
    isPage: true,
  },
  'POST /i/:token': {
    expected: forAll([303, 303, 303, 404]),
    unconfirmed: 403,
    url: ({ invitationToken }) => `/i/${invitationToken}`,
    form: {},
    isHarmless: true,
    isPage: true,
  },
  'GET /i/:token/cover.jpg': {
    isGoneWithImage: true,
    expected: forAll([200, 200, 410, 404]),
    unconfirmed: 403,
    url: ({ invitationToken }) => `/i/${invitationToken}/cover.jpg`,
  },
  'DELETE /api/links/:id': { expected: ownerOnly, url: ({ linkId }) => `/api/links/${linkId}` },

  'GET /api/collaborators': { expected: anyUser() },
  'POST /api/collaborators': {
    expected: anyUser(201),
    unconfirmedOwner: 403,
    body: ({ unique }) => ({ email: `${unique}@example.com`, role: 'editor', linkId: null }),
  },
  'PUT /api/collaborators/:id': {
    expected: signedIn(always(404), always(404)),
    url: ({ unique }) => `/api/collaborators/${unique}`,
    body: () => ({ role: 'uploader' }),
  },
  'DELETE /api/collaborators/:id': {
    expected: signedIn(always(404), always(404)),
    url: ({ unique }) => `/api/collaborators/${unique}`,
  },
  'POST /api/collaborators/:id/send': {
    expected: signedIn(always(404), always(404)),
    url: ({ unique }) => `/api/collaborators/${unique}/send`,
  },
  'GET /api/collaborations': { expected: anyUser() },
  'GET /api/collaborations/:token': { expected: open(404), url: ({ unique }) => `/api/collaborations/${unique}` },
  'POST /api/collaborations/:token/accept': {
    expected: signedIn(always(404), always(404)),
    url: ({ unique }) => `/api/collaborations/${unique}/accept`,
  },
  'POST /api/collaborations/:token/decline': {
    expected: open(404),
    url: ({ unique }) => `/api/collaborations/${unique}/decline`,
  },
  'DELETE /api/collaborations/:id': {
    expected: signedIn(always(404), always(404)),
    url: ({ unique }) => `/api/collaborations/${unique}`,
  },
  'GET /api/links/shared': { expected: anyUser() },

  'GET /api/auth/domain': { expected: anyUser() },
  'PUT /api/auth/domain': { expected: anyUser(400), body: () => ({ host: 'localhost' }) },
  'POST /api/auth/domain/verify': { expected: anyUser(404) },
  'DELETE /api/auth/domain': { expected: anyUser() },
  'GET /api/domains/ask': { expected: open(404), url: () => '/api/domains/ask?domain=unknown.example.com' },

  'GET /api/auth/keys': { expected: anyUser() },
  'POST /api/auth/keys': {
    expected: anyUser(201),
    body: () => ({ name: 'Lightroom', scopes: ['read'] }),
    needsRecent: true,
  },
  // Only a call that's made with a key gets it.
  'GET /api/auth/keys/current': { expected: anyUser(404) },
  'PUT /api/auth/keys/:id': {
    expected: signedIn(always(404), always(200)),
    url: ({ keyId }) => `/api/auth/keys/${keyId}`,
    body: () => ({ name: 'Lightroom' }),
    isHarmless: true,
  },
  'DELETE /api/auth/keys/:id': {
    expected: signedIn(always(404), always(200)),
    url: ({ keyId }) => `/api/auth/keys/${keyId}`,
  },

  'GET /api/auth/studio': { expected: anyUser() },
  'PUT /api/auth/studio': { expected: anyUser(), body: () => ({ isOn: false }) },
  // The form is missing.
  'PUT /api/auth/studio/logo/:theme': { expected: anyUser(400), url: () => '/api/auth/studio/logo/light' },
  'DELETE /api/auth/studio/logo/:theme': {
    expected: anyUser(),
    url: () => '/api/auth/studio/logo/light',
    isHarmless: true,
  },
  'GET /logos/:id.png': { expected: open(404), url: () => '/logos/unknown.png' },

  'GET /api/auth/webhooks': { expected: anyUser() },
  'POST /api/auth/webhooks': { expected: anyUser(201), body: () => webhook, needsRecent: true },
  'PUT /api/auth/webhooks/:id': {
    expected: signedIn(always(404), always(200)),
    url: ({ webhookId }) => `/api/auth/webhooks/${webhookId}`,
    body: () => webhook,
    isHarmless: true,
    needsRecent: { body: { url: 'http://127.0.0.1:2/' } },
  },
  'GET /api/auth/webhooks/:id/deliveries': {
    expected: signedIn(always(404), always(200)),
    url: ({ webhookId }) => `/api/auth/webhooks/${webhookId}/deliveries`,
  },
  'POST /api/auth/webhooks/:id/deliveries/:deliveryId/retry': {
    expected: signedIn(always(404), always(202)),
    url: ({ webhookId, deliveryId }) => `/api/auth/webhooks/${webhookId}/deliveries/${deliveryId}/retry`,
  },
  'POST /api/auth/webhooks/:id/test': {
    expected: signedIn(always(404), always(202)),
    url: ({ webhookId }) => `/api/auth/webhooks/${webhookId}/test`,
  },
  'POST /api/auth/webhooks/:id/secret': {
    expected: signedIn(always(404), always(200)),
    url: ({ webhookId }) => `/api/auth/webhooks/${webhookId}/secret`,
    needsRecent: true,
  },
  'DELETE /api/auth/webhooks/:id': {
    expected: signedIn(always(404), always(200)),
    url: ({ webhookId }) => `/api/auth/webhooks/${webhookId}`,
  },

  'GET /api/analytics': { expected: anyUser() },
  'GET /api/links/:id/analytics': { expected: ownerOnly, url: ({ linkId }) => `/api/links/${linkId}/analytics` },
  'GET /api/links/:id/analytics.csv': {
    expected: ownerOnly,
    url: ({ linkId }) => `/api/links/${linkId}/analytics.csv`,
  },

  'GET /api/links/:linkId/images': {
    expected: whoeverSeesTheLink,
    isOpenedByPass: true,
    url: ({ linkId }) => `/api/links/${linkId}/images`,
  },
  // This request has no form, so callers who can upload get a 400.
  'POST /api/links/:linkId/images': {
    expected: signedIn([403, 403, 403, 404], [400, 400, 400, 404]),
    url: ({ linkId }) => `/api/links/${linkId}/images`,
  },
  'POST /api/links/:linkId/images/known': {
    expected: ownerOnly,
    url: ({ linkId }) => `/api/links/${linkId}/images/known`,
    body: () => ({ keys: ['one'] }),
    isHarmless: true,
  },
  'GET /wall/:wallToken': {
    expected: forAll([200, 200, 410, 404]),
    unconfirmed: 403,
    url: ({ wallToken }) => `/wall/${wallToken}`,
    isPage: true,
  },
  // This request has no form, so callers who can add images get a 400.
  'POST /api/links/slug/:slug/images': {
    expected: { ...forAll([400, 403, 410, 404]), owner: [400, 400, 410, 404], ended: always(401) },
    isOpenedByPass: true,
    isHarmless: true,
    url: ({ slug }) => `/api/links/slug/${slug}/images`,
  },
  'GET /api/links/slug/:slug/my-uploads': {
    expected: bySlug,
    isOpenedByPass: true,
    url: ({ slug }) => `/api/links/slug/${slug}/my-uploads`,
  },
  'GET /api/links/:id/guest-uploads': {
    expected: ownerOnly,
    url: ({ linkId }) => `/api/links/${linkId}/guest-uploads`,
  },
  ...Object.fromEntries(
    ['approve', 'reject'].map((decision) => [
      `POST /api/links/:id/guest-uploads/${decision}`,
      {
        expected: ownerOnly,
        url: ({ linkId }: Target) => `/api/links/${linkId}/guest-uploads/${decision}`,
        body: () => ({ until: '2026-01-01T00:00:00Z' }),
        isHarmless: true,
      },
    ]),
  ),
  'GET /api/links/:id/guests': { expected: ownerOnly, url: ({ linkId }) => `/api/links/${linkId}/guests` },
  'PUT /api/guests/:id': {
    expected: ownerOnly,
    url: ({ guestId }) => `/api/guests/${guestId}`,
    body: () => ({ isBlocked: true }),
    isHarmless: true,
  },
  'OPTIONS /api/uploads': { expected: open(204), ignoresLinks: true },
  'POST /api/uploads': {
    expected: signedIn([403, 403, 403, 404], [201, 201, 201, 404]),
    headers: ({ linkId }) => ({ ...tus, 'upload-length': '9', 'upload-metadata': encodeMetadata({ linkId }) }),
    isHarmless: true,
  },
  'GET /api/uploads/:id': { expected: uploaderOnly(200), url: ({ uploadId }) => `/api/uploads/${uploadId}` },
  'PATCH /api/uploads/:id': {
    expected: uploaderOnly(204),
    url: ({ uploadId }) => `/api/uploads/${uploadId}`,
    headers: () => ({ ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }),
    isHarmless: true,
  },
  'DELETE /api/uploads/:id': {
    expected: uploaderOnly(204),
    url: ({ uploadId }) => `/api/uploads/${uploadId}`,
    headers: () => tus,
  },
  'GET /api/images/:id': {
    isGoneWithImage: true,
    expected: whoeverSeesTheLink,
    isOpenedByPass: true,
    isOfImage: true,
    url: ({ imageId }) => `/api/images/${imageId}`,
  },
  'GET /api/images/:id/original': {
    isGoneWithImage: true,
    expected: ownerOnly,
    url: ({ imageId }) => `/api/images/${imageId}/original`,
  },
  'POST /api/images/:id/view': {
    isGoneWithImage: true,
    expected: whoeverSeesTheLink,
    isOpenedByPass: true,
    isOfImage: true,
    isHarmless: true,
    url: ({ imageId }) => `/api/images/${imageId}/view`,
  },
  'PUT /api/images/:id': {
    isGoneWithImage: true,
    expected: ownerOnly,
    url: ({ imageId }) => `/api/images/${imageId}`,
    isHarmless: true,
    body: () => ({ title: 'Changed' }),
  },
  'PUT /api/images/:id/set-cover': {
    isGoneWithImage: true,
    expected: ownerOnly,
    isHarmless: true,
    url: ({ imageId }) => `/api/images/${imageId}/set-cover`,
  },
  'GET /api/trash': { expected: anyUser(), url: () => '/api/trash?kind=image', shows: 'trash' },
  'POST /api/trash/restore': {
    expected: anyUser(404),
    imageInTrash: { owner: 200 },
    linkInTrash: 400,
    url: () => '/api/trash/restore',
    body: ({ imageId }) => ({ imageIds: [imageId] }),
  },
  'DELETE /api/trash': {
    expected: anyUser(404),
    imageInTrash: { owner: 200 },
    url: () => '/api/trash',
    body: ({ imageId }) => ({ imageIds: [imageId] }),
  },
  'DELETE /api/images/:id': {
    isGoneWithImage: true,
    expected: ownerOnly,
    url: ({ imageId }) => `/api/images/${imageId}`,
  },
  'POST /api/images/bulk': {
    isGoneWithImage: true,
    expected: ownerOnly,
    body: ({ imageId }) => ({ action: 'delete', imageIds: [imageId] }),
  },
  // Unless the link is public, files need a signed URL. Even the owner's token isn't enough.
  'GET /media/:imageId/:file': {
    isGoneWithImage: true,
    isCleanFile: true,
    expected: forAll([200, 403, 410, 404]),
    url: ({ mediaUrl }) => mediaUrl,
  },

  // Browsers send passes but no token when loading a page, so everyone gets the visitor's page.
  'GET /links/:slug': {
    expected: forAll([200, 403, 410, 404]),
    isOpenedByPass: true,
    url: ({ slug }) => `/links/${slug}`,
    isPage: true,
  },
  'GET /links/:slug/add': {
    expected: forAll([200, 403, 410, 404]),
    isOpenedByPass: true,
    url: ({ slug }) => `/links/${slug}/add`,
    isPage: true,
  },
  // This request has no form, so callers who can add images get a 400.
  'POST /links/:slug/add': {
    expected: forAll([400, 403, 410, 404]),
    isOpenedByPass: true,
    url: ({ slug }) => `/links/${slug}/add`,
    isPage: true,
    explainedOnPage: 400,
    isHarmless: true,
  },
  'POST /share': {
    expected: forAll([303, 303, 303, 303]),
    ignoresLinks: true,
    url: () => '/share',
    isPage: true,
    isHarmless: true,
  },
  'POST /links/:slug/unlock': {
    expected: forAll([303, 403, 410, 404]),
    behindPassword: 303,
    url: ({ slug }) => `/links/${slug}/unlock`,
    form: { password: linkPassword },
    isHarmless: true,
    isPage: true,
  },
  'GET /images/:imageId': {
    isGoneWithImage: true,
    expected: forAll([200, 403, 410, 404]),
    isOpenedByPass: true,
    isOfImage: true,
    url: ({ imageId }) => `/images/${imageId}`,
    isPage: true,
  },
  'GET /links/create': { expected: open(), ignoresLinks: true },

  'GET /api/comments/image/:imageId': {
    isGoneWithImage: true,
    expected: whoeverSeesTheLink,
    isOpenedByPass: true,
    isOfImage: true,
    url: ({ imageId }) => `/api/comments/image/${imageId}`,
  },
  'POST /api/comments/image/:imageId': {
    isGoneWithImage: true,
    // This link accepts guest comments. For a missing link, guests get a 401, as for a link with the default settings.
    expected: {
      ...signedIn([201, 403, 410, 404], [201, 201, 201, 404]),
      anonymous: [201, 403, 410, 401],
    },
    disabled: { anonymous: 404 },
    isOpenedByPass: true,
    isOfImage: true,
    isHarmless: true,
    url: ({ imageId }) => `/api/comments/image/${imageId}`,
    body: () => ({ content: 'Lovely', name: 'Grandma' }),
  },
  // The comment belongs to the stranger, who can edit it while they can comment, and delete it in any state. The owner
  // can only delete it.
  'PUT /api/comments/:id': {
    isGoneWithImage: true,
    expected: signedIn([200, 403, 410, 404], [403, 403, 403, 404]),
    disabled: { stranger: 404 },
    isOpenedByPass: true,
    administrator: 403,
    url: ({ commentId }) => `/api/comments/${commentId}`,
    isHarmless: true,
    body: () => ({ content: 'Changed' }),
  },
  'POST /api/comments/:id/approve': {
    isGoneWithImage: true,
    expected: ownerOnly,
    url: ({ commentId }) => `/api/comments/${commentId}/approve`,
    isHarmless: true,
  },
  'DELETE /api/comments/:id': {
    isGoneWithImage: true,
    expected: signedIn([200, 200, 200, 404], [200, 200, 200, 404]),
    disabled: { stranger: 200 },
    administrator: 403,
    url: ({ commentId }) => `/api/comments/${commentId}`,
  },

  'GET /api/links/slug/:slug/choice': {
    expected: bySlug,
    isOpenedByPass: true,
    url: ({ slug }) => `/api/links/slug/${slug}/choice`,
  },
  'PUT /api/images/:id/choice': {
    isGoneWithImage: true,
    expected: whoeverSeesTheLink,
    isOpenedByPass: true,
    isOfImage: true,
    isHarmless: true,
    url: ({ imageId }) => `/api/images/${imageId}/choice`,
    body: () => ({ chosen: false }),
  },
  // No viewer has picked any favorites, so viewers who are allowed to send them get a 400.
  'POST /api/links/slug/:slug/choice/send': {
    expected: { ...forAll([400, 403, 410, 404]), owner: [400, 400, 410, 404] },
    isOpenedByPass: true,
    isHarmless: true,
    url: ({ slug }) => `/api/links/slug/${slug}/choice/send`,
    body: () => ({ name: 'Lena' }),
  },
  'POST /api/links/slug/:slug/choice/ask': {
    expected: { ...forAll([400, 403, 410, 404]), owner: [400, 400, 410, 404] },
    isOpenedByPass: true,
    isHarmless: true,
    url: ({ slug }) => `/api/links/slug/${slug}/choice/ask`,
  },
  'GET /api/links/:id/choices': { expected: ownerOnly, url: ({ linkId }) => `/api/links/${linkId}/choices` },
  'GET /api/links/:id/choices.csv': { expected: ownerOnly, url: ({ linkId }) => `/api/links/${linkId}/choices.csv` },
  'GET /api/links/:id/choices.txt': { expected: ownerOnly, url: ({ linkId }) => `/api/links/${linkId}/choices.txt` },
  'GET /api/links/:id/choices.zip': {
    imageInTrash: { owner: 404 },
    expected: ownerOnly,
    url: ({ linkId }) => `/api/links/${linkId}/choices.zip`,
  },
  'GET /api/choices/:id.csv': { expected: ownerOnly, url: ({ choiceId }) => `/api/choices/${choiceId}.csv` },
  'GET /api/choices/:id.txt': { expected: ownerOnly, url: ({ choiceId }) => `/api/choices/${choiceId}.txt` },
  'POST /api/choices/:id/reopen': {
    expected: ownerOnly,
    isHarmless: true,
    url: ({ choiceId }) => `/api/choices/${choiceId}/reopen`,
  },
  'DELETE /api/choices/:id': { expected: ownerOnly, url: ({ choiceId }) => `/api/choices/${choiceId}` },

  'GET /api/payment/plans': { expected: open(), ignoresLinks: true },
  'GET /api/payment/subscription': { expected: anyUser() },
  'POST /api/payment/create-checkout-session': { expected: anyUser(), body: () => ({ planId: 'free' }) },
  // Only the person who started a checkout can verify it, and this one is unpaid.
  'GET /api/payment/verify-subscription': {
    expected: signedIn(always(403), always(400)),
    url: ({ checkoutId }) => `/api/payment/verify-subscription?sessionId=${checkoutId}`,
  },
  'POST /api/payment/cancel-subscription': { expected: anyUser(404) },
  'POST /api/payment/resume-subscription': { expected: anyUser(404) },
  'POST /api/payment/portal': { expected: anyUser(404) },
  // There's no webhook, because this installation doesn't have a payment provider.
  'POST /api/payment/webhook': { expected: open(404), ignoresLinks: true, body: () => ({}) },
  // Anyone with the unguessable URL can pay, as with any payment provider.
  'GET /checkout/:sessionId': { expected: open(), url: ({ checkoutId }) => `/checkout/${checkoutId}` },
  'POST /checkout/:sessionId': {
    expected: open(303),
    url: ({ checkoutId }) => `/checkout/${checkoutId}`,
    isHarmless: true,
    form: { cardNumber: '4242 4242 4242 4242', expiry: '12/60', cvc: '123' },
  },

  'GET /api/admin/overview': administration(),
  'GET /api/admin/users': administration(),
  'GET /api/admin/users/:id': {
    ...administration(),
    url: ({ strangerId }) => `/api/admin/users/${strangerId}`,
  },
  'PUT /api/admin/users/:id': {
    ...administration(),
    url: ({ strangerId }) => `/api/admin/users/${strangerId}`,
    body: () => ({ linkLimit: 3 }),
  },
  'DELETE /api/admin/users/:id': {
    ...administration(),
    url: ({ strangerId }) => `/api/admin/users/${strangerId}`,
  },
  'POST /api/admin/users/:id/reset': {
    ...administration(),
    url: ({ strangerId }) => `/api/admin/users/${strangerId}/reset`,
    isHarmless: true,
  },
  'DELETE /api/admin/users/:id/second-factor': {
    ...administration(),
    url: ({ strangerId }) => `/api/admin/users/${strangerId}/second-factor`,
    isHarmless: true,
    needsRecent: true,
  },
  'DELETE /api/admin/users/:id/sessions': {
    ...administration(),
    url: ({ strangerId }) => `/api/admin/users/${strangerId}/sessions`,
    isHarmless: true,
  },
  'GET /api/admin/links': administration(),
  'PUT /api/admin/links/:id': {
    ...administration(),
    url: ({ linkId }) => `/api/admin/links/${linkId}`,
    body: () => ({ isListed: false }),
    isHarmless: true,
  },
  'GET /api/admin/reports': administration(),
  'DELETE /api/admin/reports/:id': { ...administration(404), url: ({ unique }) => `/api/admin/reports/${unique}` },
  'GET /api/admin/tasks': administration(),
  'POST /api/admin/tasks/retry': administration(),
  'POST /api/admin/tasks/:id/retry': {
    ...administration(404),
    url: ({ unique }) => `/api/admin/tasks/${unique}/retry`,
  },
  'POST /api/admin/test-email': administration(),
  'PUT /api/admin/installation': { ...administration(), body: () => ({}) },
  'GET /api/admin/audit': administration(),
  'GET /api/admin/invitations': administration(),
  'POST /api/admin/invitations': { ...administration(201), body: () => ({}) },
  'DELETE /api/admin/invitations/:id': {
    ...administration(404),
    url: ({ unique }) => `/api/admin/invitations/${unique}`,
  },
  'POST /api/links/slug/:slug/report': {
    expected: { ...forAll([201, 403, 410, 404]), owner: [201, 201, 410, 404] },
    isOpenedByPass: true,
    url: ({ slug }) => `/api/links/slug/${slug}/report`,
    body: () => ({ message: 'This is my picture' }),
    isHarmless: true,
  },

  'POST /api/contact': {
    expected: open(201),
    ignoresLinks: true,
    body: () => ({ name: 'Ada', email: 'ada@example.com', subject: 'Hi', message: 'Hello' }),
  },
}

export const openFiles = /^GET \/api\/docs\/static\//

/** Every scope that a key needs, by the path and not by what the route declares. */
export function keyScopeOf(route: string): KeyScope | 'any' | 'never' {
  const [method = '', path = ''] = route.split(' ')
  if (path === '/api/auth/keys/current') return 'any'
  if (path === '/api/links/shared') return 'never'
  if (/^\/(media|logos)\//.test(path)) return 'read'
  if (/^\/api\/(openapi\.json|docs)/.test(path) || path === '/*' || path.startsWith('/:slug(')) return 'any'
  if (
    !path.startsWith('/api/') ||
    /^\/api\/(auth|admin|payment|exports|contact|domains|follow|wall|collaborators|collaborations)\b/.test(path)
  )
    return 'never'
  if (/\/(follow|report|unlock)$|slug\/:slug\/ask$/.test(path)) return 'never'
  if (path.startsWith('/api/uploads') || (method === 'POST' && /\/images(\/known)?$/.test(path))) return 'upload'
  if (/\/(visit|view)$/.test(path)) return 'read'
  if (method !== 'GET' || /\/(invitations|live-wall)$/.test(path)) return 'manage'
  return 'read'
}

/** Calls about all links, which need a key without certain links. */
export const isAcrossLinks = (route: string) =>
  /^(GET|POST) \/api\/(analytics|activity(\/read)?|links\/(public|shared))$|^\w+ \/api\/trash|^POST \/api\/links$/.test(
    route,
  )

/** The least role for routes that collaborators can call like the owner. Routes for visitors are open to all of them. */
const leastRoles: Record<string, 'editor' | 'uploader'> = {
  ...Object.fromEntries(
    [
      'PUT /api/links/:id',
      'PUT /api/links/:id/order',
      'GET /api/links/:id/sections',
      'PUT /api/links/:id/sections/order',
      'POST /api/links/:id/sections/by-day',
      'POST /api/links/:id/sections',
      'PUT /api/sections/:id',
      'DELETE /api/sections/:id',
      'GET /api/links/slug/:slug/download',
      'GET /api/links/:id/download-address',
      'GET /api/links/:id/guest-uploads',
      'POST /api/links/:id/guest-uploads/approve',
      'POST /api/links/:id/guest-uploads/reject',
      'GET /api/links/:id/guests',
      'PUT /api/guests/:id',
      'PUT /api/images/:id',
      'PUT /api/images/:id/set-cover',
      'DELETE /api/images/:id',
      'POST /api/images/bulk',
      'POST /api/comments/:id/approve',
      'DELETE /api/comments/:id',
      'GET /api/links/:id/choices',
      'GET /api/links/:id/choices.csv',
      'GET /api/links/:id/choices.txt',
      'GET /api/links/:id/choices.zip',
      'GET /api/choices/:id.csv',
      'GET /api/choices/:id.txt',
      'POST /api/choices/:id/reopen',
      'DELETE /api/choices/:id',
    ].map((route) => [route, 'editor'] as const),
  ),
  'POST /api/links/:linkId/images': 'uploader',
  'POST /api/links/:linkId/images/known': 'uploader',
  'POST /api/uploads': 'uploader',
}

export const teamStates = [
  'public',
  'private',
  'expired',
  'private with password',
  'deleted',
  'owner disabled',
] as const

export const teamViewers = ['editor', 'uploader', 'removed collaborator', 'collaborator of another link'] as const
export type TeamViewer = (typeof teamViewers)[number]

/** With the role that it needs, collaborators get what the owner gets. Without it, they are strangers who get 403. */
export function expectedOfTeam(route: string, viewer: TeamViewer, state: LinkState) {
  const row = table[route] as Row
  const asStranger = expectedOf(row, 'stranger', state) ?? 0
  if (viewer === 'removed collaborator' || viewer === 'collaborator of another link') return asStranger
  const isForVisitors = row.expected.stranger[0] === row.expected.owner[0]
  const least = leastRoles[route] ?? (isForVisitors ? 'uploader' : 'owner')
  const isAllowed = least === 'uploader' || least === viewer
  if (state === 'owner disabled') return row.disabled?.stranger ?? row.expected.stranger[3]
  if (isAllowed) return expectedOf(row, 'owner', state) ?? 0
  return asStranger < 400 ? 403 : asStranger
}
