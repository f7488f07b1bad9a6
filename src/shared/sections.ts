import * as z from 'zod/mini'
import { done, type Endpoint, ok } from './endpoint.ts'
import { newSection, sectionChange } from './section-forms.ts'

/** A heading in a gallery. `anchor` is the fragment of its URL, and doesn't change with the title. */
export const section = z.object({
  _id: z.string(),
  title: z.string(),
  text: z.string(),
  anchor: z.string(),
  imageCount: z.number(),
})
export type Section = z.infer<typeof section>

const ofLink = z.object({ id: z.string().check(z.minLength(1, 'Invalid link: No ID provided')) })
const byId = z.object({ id: z.string() })
const tags = ['Sections'] as const

export const listSections = {
  method: 'GET',
  url: '/api/links/:id/sections',
  config: { session: 'required', keyScope: 'read' },
  schema: {
    summary: 'List the sections of your link in order',
    tags,
    params: ofLink,
    response: { 200: ok(z.array(section)) },
  },
} as const satisfies Endpoint

export const createSection = {
  method: 'POST',
  url: '/api/links/:id/sections',
  config: { session: 'required', keyScope: 'manage' },
  schema: {
    summary: 'Add a section to your link, at the end or before another one',
    tags,
    params: ofLink,
    body: newSection,
    response: { 201: ok(section) },
  },
} as const satisfies Endpoint

export const updateSection = {
  method: 'PUT',
  url: '/api/sections/:id',
  config: { session: 'required', keyScope: 'manage' },
  schema: {
    summary: "Update a section's title and text; its anchor stays the same",
    tags,
    params: byId,
    body: sectionChange,
    response: { 200: ok(section) },
  },
} as const satisfies Endpoint

export const deleteSection = {
  method: 'DELETE',
  url: '/api/sections/:id',
  config: { session: 'required', keyScope: 'manage' },
  schema: {
    summary: 'Delete a section; its images stay, without a section',
    tags,
    params: byId,
    response: { 200: done },
  },
} as const satisfies Endpoint
