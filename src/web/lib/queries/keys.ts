import type { DataTag, InfiniteData } from '@tanstack/react-query'
import type { ApiKey } from '#shared/api-keys.ts'
import type { Choice } from '#shared/choices.ts'
import type { Collaboration, CollaboratorList } from '#shared/collaborators.ts'
import type { Comment } from '#shared/comments.ts'
import type { Config } from '#shared/config.ts'
import type { Domain } from '#shared/domain.ts'
import type { MyUploads } from '#shared/guest-uploads.ts'
import type { Image } from '#shared/images.ts'
import type { Invitation } from '#shared/invitations.ts'
import type { Link } from '#shared/links.ts'
import type { Notifications } from '#shared/notification-settings.ts'
import type { AddingState, GalleryState, Neighbors } from '#shared/page-data.ts'
import type { SignIn } from '#shared/sign-in.ts'
import type { Studio } from '#shared/studio.ts'
import type { Subscription } from '#shared/subscriptions.ts'
import type { Delivery, Webhook } from '#shared/webhooks.ts'
import type { Refusal } from '#web/lib/refusal.ts'

/** A key typed with the data cached under it. */
type Key<Data> = DataTag<readonly (string | number)[], Data, Error>
const keyOf = <Data>(...parts: (string | number)[]) => parts as unknown as Key<Data>

export type Page<Item> = { data: Item[]; nextCursor?: string | undefined }
type Pages<Item> = InfiniteData<Page<Item>, string | undefined>

/** Doesn't include comments, which have their own query. */
export type ImageResult = { state: 'open'; image: Image } | Refusal

/**
 * Keys are separate from the queries, so a server-rendered page can seed the cache before their code has loaded.
 * Invalidating a key also invalidates every key that starts with it.
 */
export const queryKeys = {
  config: keyOf<Config>('config'),
  subscription: keyOf<Subscription>('subscription'),
  plans: keyOf('plans'),
  sessions: keyOf('sessions'),
  signIn: keyOf<SignIn>('sign-in'),
  apiKeys: keyOf<ApiKey[]>('api-keys'),
  webhooks: keyOf<Webhook[]>('webhooks'),
  deliveries: (webhookId: string) => keyOf<Delivery[]>('webhooks', webhookId, 'deliveries'),
  studio: keyOf<Studio>('studio'),
  collaborators: keyOf<CollaboratorList>('collaborators'),
  collaborations: keyOf<Collaboration[]>('collaborations'),
  collaborationOffer: (token: string) => keyOf('collaboration-offer', token),
  sharedLinks: keyOf<Pages<Link>>('shared-links'),
  editedLinks: (ownerId: string) => keyOf<Link[]>('shared-links', 'edited', ownerId),
  domain: keyOf<Domain | null>('domain'),
  activity: keyOf('activity'),
  notifications: keyOf<Notifications>('notifications'),
  accountExport: keyOf<{ createdAt: string; expiresAt: string } | null>('account-export'),
  publicLinks: keyOf('public-links'),
  links: keyOf<Link[]>('links'),
  link: (id: string) => keyOf<Link>('links', id),
  imagesOfLink: (linkId: string) => keyOf<Image[]>('links', linkId, 'images'),
  choices: (linkId: string) => keyOf<Pages<Choice>>('links', linkId, 'choices'),
  invitations: (linkId: string) => keyOf<Invitation[]>('links', linkId, 'invitations'),
  galleries: keyOf('gallery'),
  gallery: (slug: string) => keyOf<GalleryState>('gallery', slug),
  /** The server-rendered page seeds this key, which is never fetched. */
  adding: (slug: string) => keyOf<AddingState>('adding', slug),
  myUploads: (slug: string) => keyOf<MyUploads>('my-uploads', slug),
  images: keyOf('image'),
  image: (id: string) => keyOf<ImageResult>('image', id),
  /** The server-rendered page seeds this key, which is never fetched. */
  neighbors: (imageId: string) => keyOf<Neighbors | null>('neighbors', imageId),
  comments: (imageId: string) => keyOf<Pages<Comment>>('comments', imageId),
  trash: keyOf('trash'),
  trashSize: keyOf<number>('trash', 'size'),
  trashOf: (kind: 'link' | 'image') => keyOf('trash', kind),
  administration: keyOf('administration'),
  allAnalytics: keyOf('analytics'),
  analytics: (linkId: string | undefined, days: number) => keyOf('analytics', linkId ?? 'all', days),
}
