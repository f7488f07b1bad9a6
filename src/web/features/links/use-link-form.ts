import type { NewLink } from '#shared/link-forms.ts'
import type { Link } from '#shared/links.ts'
import { useSchemaForm } from '#web/lib/form.ts'
import { editedLinkForm, emptyLink, linkForm, valuesOf } from './link-form-values.ts'

type Options = {
  link?: Link
  submit: (values: NewLink) => Promise<unknown>
  fallback: string
  fallbackForUnreadable: string
}

export const useLinkForm = ({ link, ...options }: Options) =>
  useSchemaForm({
    ...options,
    schema: link ? editedLinkForm : linkForm,
    defaults: link ? valuesOf(link) : emptyLink,
    draftKey: link ? `link ${link._id}` : 'new link',
  })

export type LinkForm = ReturnType<typeof useLinkForm>
