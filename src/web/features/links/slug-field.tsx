import { Link } from 'react-router'
import { slugLength } from '#shared/limits.ts'
import { pages } from '#shared/pages.ts'
import { TextField } from '#web/ui/text-field.tsx'
import type { LinkForm } from './use-link-form.ts'
import type { OwnPlan } from './use-own-plan.ts'

type Props = { form: LinkForm; plan: OwnPlan; currentSlug: string | undefined }

const rule = `${slugLength.min} to ${slugLength.max} of a-z, 0-9 and -.`

/** The end of the link's address. Whose plan does not let them choose it sees that it can be chosen, and how. */
export function SlugField({ form, plan, currentSlug }: Props) {
  const label = 'Custom slug'
  if (plan.allows.customSlugs) {
    return (
      <TextField
        label={label}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        hint={
          currentSlug
            ? `${rule} The old address goes on to lead here.`
            : `${rule} Empty: a random one nobody can guess.`
        }
        error={form.errorOf('slug')}
        {...form.register('slug', currentSlug ? {} : { setValueAs: (text?: string) => text || undefined })}
      />
    )
  }
  const offer = (
    <>
      Choosing your own address is part of Gold.{' '}
      <Link to={pages.subscription} className="link">
        See Gold
      </Link>
    </>
  )
  if (currentSlug) return <TextField label={label} readOnly value={currentSlug} hint={offer} />
  return (
    <div className="grid gap-1.5">
      <p className="font-medium text-ui">{label}</p>
      <p className="text-caption text-ink-3">Your link gets a random address that nobody can guess. {offer}</p>
    </div>
  )
}
