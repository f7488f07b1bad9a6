import { Globe, KeyRound, Lock } from 'lucide-react'
import { useWatch } from 'react-hook-form'
import { Link as RouterLink } from 'react-router'
import type { Link } from '#shared/links.ts'
import type { Audience } from '#web/lib/audience.ts'
import { Segment } from '#web/ui/segment.tsx'
import { chosenAudience } from './link-form-values.ts'
import { LinkPasswordField } from './link-password-field.tsx'
import { suggestPassword } from './suggest-password.ts'
import { useInvitedCount } from './use-invited-count.ts'
import type { LinkForm } from './use-link-form.ts'

const audiences = [
  { value: 'public', label: 'Public', icon: Globe },
  { value: 'password', label: 'Password', icon: KeyRound },
  { value: 'private', label: 'Private', icon: Lock },
] as const

const sentences: Record<Audience, string> = {
  public: 'Anyone with the link can look at the pictures.',
  password: 'Anyone with the link and the password can look at the pictures.',
  private: 'Only you and the people you invite can look at the pictures.',
}

export function useAudience(form: LinkForm, hasPassword: boolean) {
  const [isPrivate, password] = useWatch({ control: form.control, name: ['isPrivate', 'password'] })
  return chosenAudience({ isPrivate, password }, hasPassword)
}

/** undefined: as it is. */
function passwordFor(audience: Audience, hasPassword: boolean) {
  if (audience === 'public') return hasPassword ? null : undefined
  return audience === 'password' && !hasPassword ? suggestPassword() : undefined
}

type Props = { form: LinkForm; hasPassword: boolean; link?: Link | undefined }

/** Who can see a link. A private one keeps its password for later; a public one has none. */
export function AudienceField({ form, hasPassword, link }: Props) {
  const audience = useAudience(form, hasPassword)

  const isPasswordRemoved = audience === 'public' && hasPassword

  const choose = (chosen: Audience) => {
    form.clearErrors('password')
    form.setValue('isPrivate', chosen === 'private', { shouldDirty: true })
    form.setValue('password', passwordFor(chosen, hasPassword), { shouldDirty: true })
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
        onChange={choose}
      />
      {audience === 'password' && (
        <LinkPasswordField form={form} hasPassword={hasPassword} onRemove={() => choose('public')} />
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
        {count === 1 ? 'One is invited' : `${count} are invited`}
      </RouterLink>
    </>
  )
}
