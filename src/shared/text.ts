import * as z from 'zod/mini'

/** PostgreSQL rejects NUL. Tabs and line breaks are kept. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: this pattern removes them
const controlCharacters = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/g

const clean = (text: string) => text.toWellFormed().replace(controlCharacters, '')
const cleanLine = (text: string) => clean(text).replace(/\s+/g, ' ').trim()
const cleanParagraphs = (text: string) => clean(text).replace(/\r\n?/g, '\n').trim()

const stringOf = (label: string) =>
  z.string({ error: (issue) => (issue.input == null ? `${label} is required` : `${label} must be text`) })

const atMost = (label: string, length: number) =>
  // Abort here, so no pattern runs on text that's too long (ReDoS).
  z.maxLength(length, { error: `${label} cannot be more than ${length} characters`, abort: true })

const required = (label: string) => z.minLength(1, { error: `${label} is required`, abort: true })

const isVisible = /[^\p{C}\p{Z}\p{M}]/u
const visible = (label: string) => z.regex(isVisible, { error: `${label} is required`, abort: true })

export const requiredLine = (label: string, max: number, min = 1) =>
  stringOf(label).check(
    z.overwrite(cleanLine),
    visible(label),
    z.minLength(min, `${label} must be at least ${min} characters`),
    atMost(label, max),
  )

export const optionalLine = (label: string, max: number) =>
  stringOf(label).check(
    z.overwrite((text) => (isVisible.test(text) ? cleanLine(text) : '')),
    atMost(label, max),
  )

export const requiredText = (label: string, max: number) =>
  stringOf(label).check(z.overwrite(cleanParagraphs), visible(label), atMost(label, max))

export const optionalText = (label: string, max: number) =>
  stringOf(label).check(z.overwrite(cleanParagraphs), atMost(label, max))

/** Secrets aren't trimmed or normalized, because a space can be part of a password. */
export const secretText = (label: string, max: number, min = 1) =>
  stringOf(label).check(
    required(label),
    z.minLength(min, `${label} must be at least ${min} characters`),
    atMost(label, max),
  )

export const emailAddress = (max: number) =>
  stringOf('Email').check(
    z.overwrite((text) => clean(text).trim().toLowerCase()),
    required('Email'),
    atMost('Email', max),
    z.regex(/^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/, 'Email is invalid'),
  )

export const yesOrNo = (label: string) => z.boolean(`${label} must be true or false`)
