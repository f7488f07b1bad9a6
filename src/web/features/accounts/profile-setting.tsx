import { Link } from 'react-router'
import { profile } from '#shared/account-forms.ts'
import { type User, updateProfile } from '#shared/accounts.ts'
import { pages } from '#shared/pages.ts'
import { call } from '#web/lib/api.ts'
import { useSchemaForm } from '#web/lib/form.ts'
import { notify } from '#web/lib/notify.ts'
import { updateUser } from '#web/lib/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Setting } from '#web/ui/setting.tsx'
import { TextField } from '#web/ui/text-field.tsx'

const namesOf = ({ name, galleryName }: User) => ({ name, galleryName })

export function ProfileSetting({ user }: { user: User }) {
  const { register, onSubmit, errorOf, refusal, isSubmitting, reset } = useSchemaForm({
    schema: profile,
    draftKey: 'profile',
    defaults: namesOf(user),
    fallback: 'An error occurred while updating profile',
    fallbackForUnreadable: 'Failed to update profile',
    submit: async ({ name, galleryName }) => {
      // An unset gallery name defaults to the user's name, so only send it if it was changed.
      const body = galleryName === user.galleryName ? { name } : { name, galleryName }
      const { data: saved } = await call(updateProfile, { body })
      updateUser(saved)
      reset(namesOf(saved))
      void notify('success', 'Profile updated successfully!')
    },
  })
  return (
    <Setting title="Profile" sentence="Your name appears with your comments. Your galleries can show a different one.">
      <form noValidate onSubmit={onSubmit} className="grid gap-6">
        {refusal && <Notice tone="danger">{refusal}</Notice>}
        <TextField label="Name" autoComplete="name" error={errorOf('name')} {...register('name')} />
        <TextField
          label="Name on galleries"
          autoComplete="off"
          hint="For example, your studio's name. Leave empty to hide it."
          error={errorOf('galleryName')}
          {...register('galleryName')}
        />
        <TextField
          label="Email"
          type="email"
          autoComplete="email"
          readOnly
          value={user.email}
          hint={
            <>
              To change it, go to{' '}
              <Link className="link" to={pages.accountSecurity}>
                Security
              </Link>
              .
            </>
          }
        />
        <div>
          <Button kind="primary" type="submit" busy={isSubmitting && 'Saving'}>
            Save profile
          </Button>
        </div>
      </form>
    </Setting>
  )
}
