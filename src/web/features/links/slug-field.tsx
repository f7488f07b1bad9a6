import { Link } from 'react-router'
import { slugLength } from '#shared/limits.ts'
import { pages } from '#shared/pages.ts'
import { TextField } from '#web/ui/text-field.tsx'
import type { LinkForm } from './use-link-form.ts'
import type { OwnPlan } from './use-own-plan.ts'

type Props = { form: LinkForm; plan: OwnPlan; currentSlug: string | undefined }

const rule = `${slugLength.min}–${slugLength.max} characters: a–z, 0–9 and hyphens.`

export function SlugField({ form, plan, currentSlug }: Props) {
  const label = 'Custom link'
  if (plan.allows.customSlugs) {
    return (
      <TextField
        label={label}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        hint={
          currentSlug
            ? `${rule} The old link will redirect here.`
            : `${rule} Leave empty for a random, unguessable link.`
        }
        error={form.errorOf('slug')}
        {...form.register('slug', currentSlug ? {} : { setValueAs: (text?: string) => text || undefined })}
      />
    )
  }
  const offer = (
    <>
      Custom links are a Gold feature.{' '}
      <Link to={pages.subscription} className="link">
        See Gold
      </Link>
    </>
  )
  if (currentSlug) return <TextField label={label} readOnly value={currentSlug} hint={offer} />
  return (
    <div className="grid gap-1.5">
      <p className="font-medium text-ui">{label}</p>
      <p className="text-caption text-ink-3">Your link will be random and unguessable. {offer}</p>
    </div>
  )
}
