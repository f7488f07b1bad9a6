import * as z from 'zod/mini'
import { newRegistrationInvitation, setLimits, userChange } from './administration-forms.ts'
import { registrationMode } from './config.ts'
import { done, type Endpoint, ok, okList } from './endpoint.ts'
import { searchMaxLength } from './limits.ts'
import { newReport } from './report-forms.ts'
import { plan, planId } from './subscriptions.ts'
import { optionalText, yesOrNo } from './text.ts'

const usage = z.object({ links: z.number(), images: z.number(), bytes: z.number() })

/** Whether a part of the server does what it is there for, and how quickly it answers. */
const health = z.object({ kind: z.string(), isGood: z.boolean(), answersInMs: z.number() })

const waiting = z.object({
  waiting: z.number(),
  /** Those that were tried before and did not succeed. */
  failing: z.number(),
  oldestAt: z.nullable(z.iso.datetime()),
})

const overview = z.object({
  accounts: z.number(),
  newAccounts: z.number(),
  links: z.number(),
  images: z.number(),
  visitsToday: z.number(),
  reports: z.number(),
  database: health,
  storage: health,
  /** `isDelivered` is false where mail is only written to a folder. */
  mail: z.extend(waiting, { isDelivered: z.boolean() }),
  tasks: waiting,
  disk: z.object({ usedBytes: z.number(), totalBytes: z.number(), isLow: z.boolean() }),
  registration: registrationMode,
  version: z.string(),
})
export type Overview = z.infer<typeof overview>

const userInList = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  createdAt: z.iso.datetime(),
  isAdmin: z.boolean(),
  isConfirmed: z.boolean(),
  isDisabled: z.boolean(),
  /** The one that counts now. */
  plan: planId,
  usage,
  /** By the sessions that are open; null where there is none. */
  lastSeenAt: z.nullable(z.iso.datetime()),
})
export type UserInList = z.infer<typeof userInList>

const administeredUser = z.extend(userInList, {
  ...setLimits,
  /** The plan that an administrator has set; null: what was bought, or everybody's. */
  grantedPlan: z.nullable(planId),
  /** The plan with the limits that hold for this account. */
  planDetails: plan,
  /** The same without the limits that are set for this account alone. */
  planLimits: z.object({
    name: z.string(),
    linkLimit: z.nullable(z.number()),
    imageLimit: z.nullable(z.number()),
    storageLimitGb: z.nullable(z.number()),
  }),
  currentPeriodEnd: z.nullable(z.iso.datetime()),
  disabledAt: z.nullable(z.iso.datetime()),
  disabledReason: z.nullable(z.string()),
  devices: z.array(z.object({ device: z.string(), lastSeenAt: z.iso.datetime() })),
})
export type AdministeredUser = z.infer<typeof administeredUser>

const owner = z.object({ _id: z.string(), name: z.string(), email: z.string() })

const administeredLink = z.object({
  _id: z.string(),
  slug: z.string(),
  title: z.string(),
  isListed: z.boolean(),
  imageCount: z.number(),
  views: z.number(),
  createdAt: z.iso.datetime(),
  owner,
})
export type AdministeredLink = z.infer<typeof administeredLink>

const report = z.object({
  _id: z.string(),
  message: z.string(),
  createdAt: z.iso.datetime(),
  link: administeredLink,
})
export type Report = z.infer<typeof report>

const task = z.object({
  _id: z.string(),
  kind: z.string(),
  attempts: z.number(),
  createdAt: z.iso.datetime(),
  /** When it is tried next. */
  runAt: z.iso.datetime(),
})
export type WaitingTask = z.infer<typeof task>

const auditEntry = z.object({
  _id: z.string(),
  /** The address of an administrator, or 'command line'. */
  actor: z.string(),
  action: z.string(),
  subject: z.string(),
  details: z.record(z.string(), z.unknown()),
  createdAt: z.iso.datetime(),
})
export type AuditEntry = z.infer<typeof auditEntry>

const registrationInvitation = z.object({
  _id: z.string(),
  email: z.nullable(z.string()),
  url: z.string(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
})
export type RegistrationInvitation = z.infer<typeof registrationInvitation>

const cursor = z.optional(z.string())
const search = z.optional(optionalText('Search', searchMaxLength))
const byId = z.object({ id: z.string() })
const tags = ['Administration'] as const

export const getOverview = {
  method: 'GET',
  url: '/api/admin/overview',
  config: { session: 'required', isExpensive: true },
  schema: { summary: 'How the installation is', tags, response: { 200: ok(overview) } },
} as const satisfies Endpoint

export const listUsers = {
  method: 'GET',
  url: '/api/admin/users',
  config: { session: 'required', isExpensive: true },
  schema: {
    summary: 'The accounts, newest first; by a part of name or address',
    tags,
    querystring: z.object({ search, cursor }),
    response: { 200: okList(userInList) },
  },
} as const satisfies Endpoint

export const getUser = {
  method: 'GET',
  url: '/api/admin/users/:id',
  config: { session: 'required' },
  schema: { summary: 'One account', tags, params: byId, response: { 200: ok(administeredUser) } },
} as const satisfies Endpoint

export const updateUser = {
  method: 'PUT',
  url: '/api/admin/users/:id',
  config: { session: 'required' },
  schema: {
    summary: 'Set plan and limits of an account, disable it or enable it again',
    tags,
    params: byId,
    body: userChange,
    response: { 200: ok(administeredUser) },
  },
} as const satisfies Endpoint

export const deleteUser = {
  method: 'DELETE',
  url: '/api/admin/users/:id',
  config: { session: 'required' },
  schema: { summary: 'Delete an account with everything in it', tags, params: byId, response: { 200: done } },
} as const satisfies Endpoint

export const sendResetMail = {
  method: 'POST',
  url: '/api/admin/users/:id/reset',
  config: { session: 'required' },
  schema: { summary: 'Send a mail that resets the password', tags, params: byId, response: { 200: done } },
} as const satisfies Endpoint

export const endUserSessions = {
  method: 'DELETE',
  url: '/api/admin/users/:id/sessions',
  config: { session: 'required' },
  schema: { summary: 'Sign somebody out everywhere', tags, params: byId, response: { 200: done } },
} as const satisfies Endpoint

export const listListedLinks = {
  method: 'GET',
  url: '/api/admin/links',
  config: { session: 'required', isExpensive: true },
  schema: {
    summary: 'The links that are listed publicly, newest first; by a part of the title',
    tags,
    querystring: z.object({ search, cursor }),
    response: { 200: okList(administeredLink) },
  },
} as const satisfies Endpoint

export const setListed = {
  method: 'PUT',
  url: '/api/admin/links/:id',
  config: { session: 'required' },
  schema: {
    summary: 'Take a link off the public page, or put it there again',
    tags,
    params: byId,
    body: z.object({ isListed: yesOrNo('Listed') }),
    response: { 200: ok(administeredLink) },
  },
} as const satisfies Endpoint

export const listReports = {
  method: 'GET',
  url: '/api/admin/reports',
  config: { session: 'required' },
  schema: {
    summary: 'What visitors have reported, newest first',
    tags,
    querystring: z.object({ cursor }),
    response: { 200: okList(report) },
  },
} as const satisfies Endpoint

export const closeReport = {
  method: 'DELETE',
  url: '/api/admin/reports/:id',
  config: { session: 'required' },
  schema: { summary: 'A report is dealt with', tags, params: byId, response: { 200: done } },
} as const satisfies Endpoint

export const listTasks = {
  method: 'GET',
  url: '/api/admin/tasks',
  config: { session: 'required' },
  schema: {
    summary: 'Work that waits, what has failed most often first',
    tags,
    response: { 200: ok(z.array(task)) },
  },
} as const satisfies Endpoint

export const retryTasks = {
  method: 'POST',
  url: '/api/admin/tasks/retry',
  config: { session: 'required' },
  schema: { summary: 'Try now what has failed before', tags, response: { 200: done } },
} as const satisfies Endpoint

export const listAudit = {
  method: 'GET',
  url: '/api/admin/audit',
  config: { session: 'required' },
  schema: {
    summary: 'What administrators did, newest first',
    tags,
    querystring: z.object({ cursor }),
    response: { 200: okList(auditEntry) },
  },
} as const satisfies Endpoint

export const listRegistrationInvitations = {
  method: 'GET',
  url: '/api/admin/invitations',
  config: { session: 'required' },
  schema: {
    summary: 'Invitations to register that can still be used',
    tags,
    response: { 200: ok(z.array(registrationInvitation)) },
  },
} as const satisfies Endpoint

export const inviteToRegister = {
  method: 'POST',
  url: '/api/admin/invitations',
  config: { session: 'required' },
  schema: {
    summary: 'An address by which one person can register within seven days; sent by mail where one is named',
    tags,
    body: newRegistrationInvitation,
    response: { 201: ok(registrationInvitation) },
  },
} as const satisfies Endpoint

export const takeBackInvitation = {
  method: 'DELETE',
  url: '/api/admin/invitations/:id',
  config: { session: 'required' },
  schema: { summary: 'Take back an invitation to register', tags, params: byId, response: { 200: done } },
} as const satisfies Endpoint

export const reportLink = {
  method: 'POST',
  url: '/api/links/slug/:slug/report',
  config: { session: 'optional' },
  schema: {
    summary: 'Tell the administrators what is wrong with a link that one can see',
    tags: ['Links'],
    params: z.object({ slug: z.string().check(z.minLength(1, 'Invalid link: No slug provided')) }),
    body: newReport,
    response: { 201: done },
  },
} as const satisfies Endpoint
