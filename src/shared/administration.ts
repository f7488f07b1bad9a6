import * as z from 'zod/mini'
import { newRegistrationInvitation } from './administration-forms.ts'
import { registrationMode } from './config.ts'
import { done, type Endpoint, ok, okList } from './endpoint.ts'

/** Whether a part of the server does what it is there for, and how quickly it answers. */
const health = z.object({ kind: z.string(), isGood: z.boolean(), answersInMs: z.number() })

const waiting = z.object({
  waiting: z.number(),
  /** Those that were tried before and did not succeed. */
  failing: z.number(),
  oldestAt: z.nullable(z.iso.datetime()),
})

const backupStatus = z.object({
  /** Whether the node that answers takes one every day. */
  isScheduled: z.boolean(),
  /** The newest good one. */
  last: z.nullable(
    z.object({ finishedAt: z.iso.datetime(), bytes: z.number(), images: z.number(), durationMs: z.number() }),
  ),
  /** Why the newest attempt failed; null where it didn't. */
  failure: z.nullable(z.object({ at: z.iso.datetime(), sentence: z.string() })),
  nextAt: z.nullable(z.iso.datetime()),
  /** The newest good one is older than 36 hours. */
  isLate: z.boolean(),
})
export type BackupStatus = z.infer<typeof backupStatus>

const update = z.object({
  /** The commit that runs; null where it wasn't installed with git. */
  commit: z.nullable(z.string()),
  /** What is installed, where that isn't what runs: the server has to be restarted. */
  installed: z.nullable(z.object({ version: z.string(), commit: z.nullable(z.string()) })),
  /** A newer release; null where there is none, or RELEASES_URL isn't set. */
  latest: z.nullable(z.object({ version: z.string(), url: z.nullable(z.string()) })),
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
  /**
   * `isDelivered` is false where email is only written to a folder (`isSetUp` is false then), and while it can't be sent:
   * `problem` says why.
   */
  mail: z.extend(waiting, { isSetUp: z.boolean(), isDelivered: z.boolean(), problem: z.nullable(z.string()) }),
  tasks: waiting,
  backups: backupStatus,
  disk: z.object({ usedBytes: z.number(), totalBytes: z.number(), isLow: z.boolean() }),
  registration: registrationMode,
  version: z.string(),
  update,
})
export type Overview = z.infer<typeof overview>

const task = z.object({
  _id: z.string(),
  kind: z.string(),
  attempts: z.number(),
  createdAt: z.iso.datetime(),
  /** When it is tried next. */
  runAt: z.iso.datetime(),
  /** Why the last try failed; null before the first one and while it's being tried. */
  lastError: z.nullable(z.string()),
})

const auditEntry = z.object({
  _id: z.string(),
  /** The address of an administrator, or 'command line'. */
  actor: z.string(),
  action: z.string(),
  subject: z.string(),
  details: z.record(z.string(), z.unknown()),
  createdAt: z.iso.datetime(),
})

const registrationInvitation = z.object({
  _id: z.string(),
  email: z.nullable(z.string()),
  url: z.string(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
})
export type RegistrationInvitation = z.infer<typeof registrationInvitation>

const cursor = z.optional(z.string())
const byId = z.object({ id: z.string() })
const tags = ['Administration'] as const

export const getOverview = {
  method: 'GET',
  url: '/api/admin/overview',
  config: { session: 'required', isExpensive: true },
  schema: { summary: 'How the installation is', tags, response: { 200: ok(overview) } },
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

export const retryTask = {
  method: 'POST',
  url: '/api/admin/tasks/:id/retry',
  config: { session: 'required' },
  schema: { summary: 'Try a failed task now', tags, params: byId, response: { 200: done } },
} as const satisfies Endpoint

export const sendTestEmail = {
  method: 'POST',
  url: '/api/admin/test-email',
  config: { session: 'required' },
  schema: {
    summary: 'Send a test email to yourself now; 502 says why it could not be sent',
    tags,
    response: { 200: done },
  },
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

export const revokeRegistrationInvitation = {
  method: 'DELETE',
  url: '/api/admin/invitations/:id',
  config: { session: 'required' },
  schema: { summary: 'Take back an invitation to register', tags, params: byId, response: { 200: done } },
} as const satisfies Endpoint
