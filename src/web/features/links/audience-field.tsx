import { Globe, KeyRound, Lock } from 'lucide-react'
import { useWatch } from 'react-hook-form'
import { Link as RouterLink } from 'react-router'
import type { Link } from '#shared/links.ts'
import type { Audience } from '#web/lib/audience.ts'
import { Segment } from '#web/ui/segment.tsx'
import { chosenAudience } from './link-form-values.ts'
import { LinkPasswordField } from './link-password-field.tsx'
import { suggestPassword } from './suggest-password.ts'
import { useInvitedCount } from './use-active-invitations.ts'
import type { LinkForm } from './use-link-form.ts'

const audiences = [
  { value: 'public', label: 'Public', icon: Globe },
  { value: 'password', label: 'Password', icon: KeyRound },
  { value: 'private', label: 'Private', icon: Lock },
] as const

const sentences: Record<Audience, string> = {
  public: 'Anyone with the link can view.',
  password: 'Anyone with the link and password can view.',
  private: 'Only you and people you invite can view.',
}

export function useAudience(form: LinkForm, hasPassword: boolean) {
  const [isPrivate, password] = useWatch({ control: form.control, name: ['isPrivate', 'password'] })
  return chosenAudience({ isPrivate, password }, hasPassword)
}

/** Undefined keeps the current password, and null removes it. */
function passwordFor(audience: Audience, hasPassword: boolean) {
  if (audience === 'public') return hasPassword ? null : undefined
  return audience === 'password' && !hasPassword ? suggestPassword() : undefined
}

type Props = { form: LinkForm; hasPassword: boolean; link?: Link | undefined }

/** Making a link private keeps its password for later. Making it public removes the password. */
export function AudienceField({ form, hasPassword, link }: Props) {
  const audience = useAudience(form, hasPassword)

  const isPasswordRemoved = audience === 'public' && hasPassword

  const change = (audience: Audience) => {
    form.clearErrors('password')
    form.setValue('isPrivate', audience === 'private', { shouldDirty: true })
    form.setValue('password', passwordFor(audience, hasPassword), { shouldDirty: true })
  }

  return (
    <div className="grid gap-5">
      <Segment
        label="Who can see it"
        hint={
          <>
            {sentences[audience]}
            {isPasswordRemoved && ' Saving removes the password.'}
            {audience === 'private' && <Invited link={link} />}
          </>
        }
        options={audiences}
        value={audience}
        onChange={change}
      />
      {audience === 'password' && (
        <LinkPasswordField form={form} hasPassword={hasPassword} onRemove={() => change('public')} />
      )}
    </div>
  )
}

function Invited({ link }: { link: Link | undefined }) {
  const count = useInvitedCount(link)
  if (count === 0) return null
  return (
    <>
      {' '}
      <RouterLink className="link whitespace-nowrap" to="#invitations">
        {count === 1 ? '1 person invited' : `${count} people invited`}
      </RouterLink>
    </>
  )
}
