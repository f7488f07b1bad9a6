import * as z from 'zod/mini'
import { installationChange, newRegistrationInvitation } from './administration-forms.ts'
import { registrationMode } from './config.ts'
import { done, type Endpoint, ok, okList } from './endpoint.ts'
import { timeZone } from './time-zones.ts'

const health = z.object({ kind: z.string(), isGood: z.boolean(), answersInMs: z.number() })

const waiting = z.object({
  waiting: z.number(),
  /** The number of tasks that failed at least once and will be retried. */
  failing: z.number(),
  oldestAt: z.nullable(z.iso.datetime()),
})

const backupStatus = z.object({
  /** True if this node takes a backup every day. */
  isScheduled: z.boolean(),
  last: z.nullable(
    z.object({ finishedAt: z.iso.datetime(), bytes: z.number(), images: z.number(), durationMs: z.number() }),
  ),
  /** Why the latest attempt failed. Null if it succeeded. */
  failure: z.nullable(z.object({ at: z.iso.datetime(), sentence: z.string() })),
  nextAt: z.nullable(z.iso.datetime()),
  /** True if the latest successful backup is more than 36 hours old. */
  isLate: z.boolean(),
})
export type BackupStatus = z.infer<typeof backupStatus>

const update = z.object({
  /** The running commit. Null if Framelight wasn't installed with git. */
  commit: z.nullable(z.string()),
  /** Set if the installed version isn't the running one, so the server needs a restart. */
  installed: z.nullable(z.object({ version: z.string(), commit: z.nullable(z.string()) })),
  /** A newer release. Null if there's none or RELEASES_URL isn't set. */
  latest: z.nullable(z.object({ version: z.string(), url: z.nullable(z.string()) })),
})

const installationFields = {
  /** Administrators can't change who may register if REGISTRATION is set in the environment. */
  registrationSource: z.enum(['default', 'administration', 'environment']),
  isEmailDeclined: z.boolean(),
}

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
   * Both `isSetUp` and `isDelivered` are false if emails are only saved to a folder. `isDelivered` is also false while
   * sending fails, and `problem` explains why.
   */
  mail: z.extend(waiting, { isSetUp: z.boolean(), isDelivered: z.boolean(), problem: z.nullable(z.string()) }),
  tasks: waiting,
  backups: backupStatus,
  disk: z.object({ usedBytes: z.number(), totalBytes: z.number(), isLow: z.boolean() }),
  registration: registrationMode,
  ...installationFields,
  /** The origin in links, PUBLIC_URL. */
  publicUrl: z.string(),
  version: z.string(),
  update,
})
export type Overview = z.infer<typeof overview>

const task = z.object({
  _id: z.string(),
  kind: z.string(),
  attempts: z.number(),
  createdAt: z.iso.datetime(),
  runAt: z.iso.datetime(),
  /** Null before the first attempt and during an attempt. */
  lastError: z.nullable(z.string()),
})
export type Task = z.infer<typeof task>

const auditEntry = z.object({
  _id: z.string(),
  /** An administrator's email address, or 'command line'. */
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
const byId = z.object({ id: z.string() })
const tags = ['Administration'] as const

export const getOverview = {
  method: 'GET',
  url: '/api/admin/overview',
  config: { session: 'required', keyScope: 'never', isExpensive: true },
  schema: {
    summary: 'Get the server status',
    tags,
    /** `visitsToday` starts at midnight in this time zone. */
    querystring: z.object({ tz: z._default(timeZone, 'UTC') }),
    response: { 200: ok(overview) },
  },
} as const satisfies Endpoint

export const updateInstallation = {
  method: 'PUT',
  url: '/api/admin/installation',
  config: { session: 'required', keyScope: 'never' },
  schema: {
    summary: 'Choose who can register, or go without email',
    tags,
    body: installationChange,
    response: { 200: ok(z.object({ registration: registrationMode, ...installationFields })) },
  },
} as const satisfies Endpoint

export const listTasks = {
  method: 'GET',
  url: '/api/admin/tasks',
  config: { session: 'required', keyScope: 'never' },
  schema: {
    summary: 'List background jobs, those with the most failures first',
    tags,
    response: { 200: ok(z.array(task)) },
  },
} as const satisfies Endpoint

export const retryTasks = {
  method: 'POST',
  url: '/api/admin/tasks/retry',
  config: { session: 'required', keyScope: 'never' },
  schema: { summary: 'Retry all failed jobs now', tags, response: { 200: done } },
} as const satisfies Endpoint

export const retryTask = {
  method: 'POST',
  url: '/api/admin/tasks/:id/retry',
  config: { session: 'required', keyScope: 'never' },
  schema: { summary: 'Retry a failed job now', tags, params: byId, response: { 200: done } },
} as const satisfies Endpoint

export const sendTestEmail = {
  method: 'POST',
  url: '/api/admin/test-email',
  config: { session: 'required', keyScope: 'never' },
  schema: {
    summary: 'Send yourself a test email; a 502 explains why it failed',
    tags,
    response: { 200: done },
  },
} as const satisfies Endpoint

export const listAudit = {
  method: 'GET',
  url: '/api/admin/audit',
  config: { session: 'required', keyScope: 'never' },
  schema: {
    summary: 'List the audit log, newest first',
    tags,
    querystring: z.object({ cursor }),
    response: { 200: okList(auditEntry) },
  },
} as const satisfies Endpoint

export const listRegistrationInvitations = {
  method: 'GET',
  url: '/api/admin/invitations',
  config: { session: 'required', keyScope: 'never' },
  schema: {
    summary: 'List open invitations to register',
    tags,
    response: { 200: ok(z.array(registrationInvitation)) },
  },
} as const satisfies Endpoint

export const inviteToRegister = {
  method: 'POST',
  url: '/api/admin/invitations',
  config: { session: 'required', keyScope: 'never' },
  schema: {
    summary: 'Create a registration link for one person, valid for seven days; emailed if an email address is given',
    tags,
    body: newRegistrationInvitation,
    response: { 201: ok(registrationInvitation) },
  },
} as const satisfies Endpoint

export const revokeRegistrationInvitation = {
  method: 'DELETE',
  url: '/api/admin/invitations/:id',
  config: { session: 'required', keyScope: 'never' },
  schema: { summary: 'Revoke an invitation to register', tags, params: byId, response: { 200: done } },
} as const satisfies Endpoint
