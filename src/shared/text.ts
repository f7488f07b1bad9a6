import * as z from 'zod/mini'

/** Control characters (tab and line breaks aside) mean nothing to people, and databases refuse some of them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: naming them is the point
const controlCharacters = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/g

const clean = (text: string) => text.toWellFormed().replace(controlCharacters, '')
const cleanLine = (text: string) => clean(text).replace(/\s+/g, ' ').trim()
const cleanParagraphs = (text: string) => clean(text).replace(/\r\n?/g, '\n').trim()

const stringOf = (label: string) =>
  z.string({ error: (issue) => (issue.input == null ? `${label} is required` : `${label} must be text`) })

const atMost = (label: string, length: number) =>
  // Nothing after this check looks at a text that is too long: no pattern can be made to run for seconds.
  z.maxLength(length, { error: `${label} cannot be more than ${length} characters`, abort: true })

const required = (label: string) => z.minLength(1, { error: `${label} is required`, abort: true })

/** At least one character that can be seen. */
const isVisible = /[^\p{C}\p{Z}\p{M}]/u
const visible = (label: string) => z.regex(isVisible, { error: `${label} is required`, abort: true })

/** One line of text that must be there. */
export const requiredLine = (label: string, max: number, min = 1) =>
  stringOf(label).check(
    z.overwrite(cleanLine),
    visible(label),
    z.minLength(min, `${label} must be at least ${min} characters`),
    atMost(label, max),
  )

/** One line of text that may be empty, and is where nothing in it can be seen. */
export const optionalLine = (label: string, max: number) =>
  stringOf(label).check(
    z.overwrite((text) => (isVisible.test(text) ? cleanLine(text) : '')),
    atMost(label, max),
  )

/** Text of many lines that must be there. */
export const requiredText = (label: string, max: number) =>
  stringOf(label).check(z.overwrite(cleanParagraphs), visible(label), atMost(label, max))

/** Text that may be empty. */
export const optionalText = (label: string, max: number) =>
  stringOf(label).check(z.overwrite(cleanParagraphs), atMost(label, max))

/** What people type to prove who they are is taken as it is: a space may be part of it. */
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
