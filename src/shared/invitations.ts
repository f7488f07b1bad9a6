import * as z from 'zod/mini'
import { done, type Endpoint, ok } from './endpoint.ts'
import { invitationChange, newInvitation } from './invitation-forms.ts'
import { noteMaxLength } from './limits.ts'
import { optionalText } from './text.ts'

const rights = z.object({ download: z.boolean(), comment: z.boolean(), choose: z.boolean(), add: z.boolean() })
export type Rights = z.infer<typeof rights>

const invitation = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.nullable(z.string()),
  /** The effective rights. Rights that aren't set on the invitation are inherited from the link. */
  rights,
  /** The rights set on the invitation. Null means that the link's setting applies. */
  givenRights: z.object({
    download: z.nullable(z.boolean()),
    comment: z.nullable(z.boolean()),
    choose: z.nullable(z.boolean()),
    add: z.nullable(z.boolean()),
  }),
  expiresAt: z.nullable(z.iso.datetime()),
  /** The sections this person can see, unless the link is public. Null means everything. */
  sections: z.nullable(z.array(z.string())),
  url: z.string(),
  createdAt: z.iso.datetime(),
  revokedAt: z.nullable(z.iso.datetime()),
  visits: z.number(),
  views: z.number(),
  downloads: z.number(),
  lastSeenAt: z.nullable(z.iso.datetime()),
})
export type Invitation = z.infer<typeof invitation>
export type GivenRights = Invitation['givenRights']

const invitationMail = z.object({ message: z._default(optionalText('Message', noteMaxLength), '') })

const ofLink = z.object({ id: z.string().check(z.minLength(1, 'Invalid link: No ID provided')) })
const byId = z.object({ id: z.string() })
const tags = ['Invitations'] as const

export const listInvitations = {
  method: 'GET',
  url: '/api/links/:id/invitations',
  config: { session: 'required', keyScope: 'manage' },
  schema: {
    summary: 'List the invitations to your link, newest first',
    tags,
    params: ofLink,
    response: { 200: ok(z.array(invitation)) },
  },
} as const satisfies Endpoint

export const createInvitation = {
  method: 'POST',
  url: '/api/links/:id/invitations',
  config: { session: 'required', keyScope: 'manage' },
  schema: {
    summary: 'Create an invitation: a personal link with its own rights',
    tags,
    params: ofLink,
    body: newInvitation,
    response: { 201: ok(invitation) },
  },
} as const satisfies Endpoint

export const updateInvitation = {
  method: 'PUT',
  url: '/api/invitations/:id',
  config: { session: 'required', keyScope: 'manage' },
  schema: {
    summary: 'Update an invitation, or restore it (revoked: false)',
    tags,
    params: byId,
    body: invitationChange,
    response: { 200: ok(invitation) },
  },
} as const satisfies Endpoint

export const revokeInvitation = {
  method: 'DELETE',
  url: '/api/invitations/:id',
  config: { session: 'required', keyScope: 'manage' },
  schema: {
    summary: 'Revoke an invitation; its statistics stay, and it can be restored',
    tags,
    params: byId,
    response: { 200: ok(invitation) },
  },
} as const satisfies Endpoint

export const sendInvitation = {
  method: 'POST',
  url: '/api/invitations/:id/send',
  config: { session: 'required', keyScope: 'manage' },
  schema: {
    summary: 'Email an invitation',
    tags,
    params: byId,
    body: invitationMail,
    response: { 200: done },
  },
} as const satisfies Endpoint
