import * as z from 'zod/mini'
import { type Endpoint, ok } from './endpoint.ts'

const instant = z.iso.datetime()
const tags = ['Accounts'] as const
/** What the account page says of the last one; its address is in the mail alone. */
const accountExport = z.object({ createdAt: instant, expiresAt: instant })

export const startExport = {
  method: 'POST',
  url: '/api/auth/export',
  config: { session: 'required' },
  schema: {
    summary: 'Ask for a ZIP with everything in the account: its address comes by mail and dies after seven days',
    tags,
    response: { 202: ok(accountExport) },
  },
} as const satisfies Endpoint

export const getExport = {
  method: 'GET',
  url: '/api/auth/export',
  config: { session: 'required' },
  schema: {
    summary: 'Until when the address of the last export is good; null where there is none',
    tags,
    response: { 200: ok(z.nullable(accountExport)) },
  },
} as const satisfies Endpoint

export const deadExport = 'This address is over: an export can be fetched for seven days. Ask for another one.'

export const downloadExport = {
  method: 'GET',
  url: '/api/exports/:token',
  config: { session: 'none', unreadable: deadExport },
  schema: {
    summary: 'The ZIP of an export, for whoever has its address',
    tags,
    params: z.object({ token: z.string() }),
    response: {},
  },
} as const satisfies Endpoint
