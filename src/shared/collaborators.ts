import * as z from 'zod/mini'
import { collaboratorChange, collaboratorRoles, newCollaborator } from './collaborator-forms.ts'
import { done, type Endpoint, ok } from './endpoint.ts'

const role = z.enum(collaboratorRoles)
const link = z.nullable(z.object({ _id: z.string(), title: z.string() }))

const collaborator = z.object({
  _id: z.string(),
  email: z.string(),
  /** Null until they accept. */
  name: z.nullable(z.string()),
  role,
  /** Null means all links, including future ones. */
  link,
  state: z.enum(['invited', 'active']),
  invitedAt: z.iso.datetime(),
  acceptedAt: z.nullable(z.iso.datetime()),
})
export type Collaborator = z.infer<typeof collaborator>

/** `limit` is how many people the plan includes, however many links each of them works on. */
const collaboratorList = z.object({ success: z.literal(true), data: z.array(collaborator), limit: z.number() })
export type CollaboratorList = Pick<z.infer<typeof collaboratorList>, 'data' | 'limit'>

const owner = z.object({ name: z.string() })

const collaboration = z.object({ _id: z.string(), owner, role, link, acceptedAt: z.iso.datetime() })
export type Collaboration = z.infer<typeof collaboration>

const collaborationOffer = z.object({ owner, role, link: z.nullable(z.object({ title: z.string() })) })
export type CollaborationOffer = z.infer<typeof collaborationOffer>

const byId = z.object({ id: z.string() })
const byToken = z.object({ token: z.string() })
const tags = ['Collaborators'] as const
const ofOwner = { session: 'required', keyScope: 'never' } as const

export const listCollaborators = {
  method: 'GET',
  url: '/api/collaborators',
  config: ofOwner,
  schema: {
    summary: 'List the people you invited to work on your links, newest first',
    tags,
    response: { 200: collaboratorList },
  },
} as const satisfies Endpoint

export const createCollaborator = {
  method: 'POST',
  url: '/api/collaborators',
  config: ofOwner,
  schema: {
    summary: 'Invite someone by email to work on a link, or on all your links',
    tags,
    body: newCollaborator,
    response: { 201: ok(collaborator) },
  },
} as const satisfies Endpoint

export const updateCollaborator = {
  method: 'PUT',
  url: '/api/collaborators/:id',
  config: ofOwner,
  schema: {
    summary: "Change a collaborator's role",
    tags,
    params: byId,
    body: collaboratorChange,
    response: { 200: ok(collaborator) },
  },
} as const satisfies Endpoint

export const removeCollaborator = {
  method: 'DELETE',
  url: '/api/collaborators/:id',
  config: ofOwner,
  schema: {
    summary: 'Remove a collaborator or withdraw the invitation; their images stay',
    tags,
    params: byId,
    response: { 200: done },
  },
} as const satisfies Endpoint

export const sendCollaborator = {
  method: 'POST',
  url: '/api/collaborators/:id/send',
  config: ofOwner,
  schema: {
    summary: 'Email the invitation again',
    tags,
    params: byId,
    response: { 200: ok(collaborator) },
  },
} as const satisfies Endpoint

export const getCollaborationOffer = {
  method: 'GET',
  url: '/api/collaborations/:token',
  config: { session: 'none', keyScope: 'never' },
  schema: {
    summary: 'Read an invitation to collaborate; changes nothing',
    tags,
    params: byToken,
    response: { 200: ok(collaborationOffer) },
  },
} as const satisfies Endpoint

export const acceptCollaboration = {
  method: 'POST',
  url: '/api/collaborations/:token/accept',
  config: ofOwner,
  schema: {
    summary: 'Accept an invitation to collaborate, with the account of the invited email address',
    tags,
    params: byToken,
    response: { 200: ok(collaboration) },
  },
} as const satisfies Endpoint

export const declineCollaboration = {
  method: 'POST',
  url: '/api/collaborations/:token/decline',
  config: { session: 'none', keyScope: 'never' },
  schema: {
    summary: 'Decline an invitation to collaborate',
    tags,
    params: byToken,
    response: { 200: done },
  },
} as const satisfies Endpoint

export const listCollaborations = {
  method: 'GET',
  url: '/api/collaborations',
  config: ofOwner,
  schema: {
    summary: 'List whose links you can work on',
    tags,
    response: { 200: ok(z.array(collaboration)) },
  },
} as const satisfies Endpoint

export const leaveCollaboration = {
  method: 'DELETE',
  url: '/api/collaborations/:id',
  config: ofOwner,
  schema: {
    summary: "Stop working on someone's links; your images stay",
    tags,
    params: byId,
    response: { 200: done },
  },
} as const satisfies Endpoint
