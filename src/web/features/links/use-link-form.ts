import type { Link, NewLink } from '#shared/links.ts'
import { useSchemaForm } from '#web/lib/form.ts'
import { emptyLink, linkForm, valuesOf } from './link-form-values.ts'

type Options = { link?: Link; submit: (values: NewLink) => Promise<unknown>; fallback: string }

export const useLinkForm = ({ link, submit, fallback }: Options) =>
  useSchemaForm({ schema: linkForm, defaults: link ? valuesOf(link) : emptyLink, submit, fallback })

export type LinkForm = ReturnType<typeof useLinkForm>
