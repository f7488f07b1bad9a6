import { useQueryClient } from '@tanstack/react-query'
import { accentShown } from '#shared/accent.ts'
import { studioLineMaxLength, studioNameMaxLength } from '#shared/limits.ts'
import { type Studio, updateStudio } from '#shared/studio.ts'
import { studioForm } from '#shared/studio-forms.ts'
import { call } from '#web/lib/api.ts'
import { useSchemaForm } from '#web/lib/form.ts'
import { notify } from '#web/lib/notify.ts'
import { queryKeys } from '#web/lib/queries/keys.ts'
import { useUser } from '#web/lib/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { AccentField } from './accent-field.tsx'
import { BrandingPreview } from './branding-preview.tsx'
import { LogoFields } from './logo-fields.tsx'

const valuesOf = ({ isOn, name, line, website, accent }: Studio) => ({
  isOn,
  name,
  line,
  website: website ?? '',
  accent: accent ?? '',
})

const isHex = (text: string) => /^#[0-9a-f]{6}$/i.test(text.trim())

export function BrandingForm({ studio }: { studio: Studio }) {
  const queryClient = useQueryClient()
  const galleryName = useUser()?.galleryName ?? ''
  const isReadOnly = !studio.isAllowed
  const { register, watch, setValue, formState, onSubmit, errorOf, refusal, isSubmitting, reset } = useSchemaForm({
    schema: studioForm,
    draftKey: 'studio',
    defaults: valuesOf(studio),
    fallback: "Couldn't save your branding. Please try again.",
    submit: async (body) => {
      const { data } = await call(updateStudio, { body })
      queryClient.setQueryData(queryKeys.studio, data)
      // Links and galleries contain the branding.
      void queryClient.invalidateQueries({ queryKey: queryKeys.links })
      void queryClient.invalidateQueries({ queryKey: queryKeys.galleries })
      reset(valuesOf(data))
      void notify('success', 'Branding saved')
    },
  })
  const values = watch()
  const accent = isHex(values.accent) ? values.accent.trim().toLowerCase() : null
  const shown = accent === null ? null : accentShown(accent)
  const { isDirty } = formState
  return (
    <div className="grid gap-10 *:min-w-0 lg:grid-cols-[minmax(0,26rem)_minmax(0,1fr)] lg:items-start lg:gap-16">
      <form
        noValidate
        onSubmit={onSubmit}
        className="grid gap-7 [&>label:first-child]:border-t-0 [&>label:first-child]:pt-0"
      >
        {refusal && <Notice tone="danger">{refusal}</Notice>}
        <Switch
          label="Use my branding"
          hint={
            isReadOnly
              ? 'Your settings are kept and come back when you upgrade.'
              : "Applies to all your galleries, including ones you've already shared."
          }
          disabled={isReadOnly}
          {...register('isOn')}
        />
        <TextField
          label="Studio name"
          autoComplete="organization"
          readOnly={isReadOnly}
          count={{ used: values.name.length, max: studioNameMaxLength }}
          hint={
            values.name.trim() || !galleryName
              ? "Shown when there's no logo, and as the sender of emails."
              : `Leave empty to use ${galleryName}.`
          }
          error={errorOf('name')}
          {...register('name')}
        />
        <LogoFields studio={studio} isReadOnly={isReadOnly} />
        <AccentField
          value={values.accent}
          accent={accent}
          shown={shown}
          isReadOnly={isReadOnly}
          error={errorOf('accent')}
          onChange={(value) => setValue('accent', value, { shouldDirty: true, shouldValidate: formState.isSubmitted })}
        />
        <TextField
          label="One line about you"
          autoComplete="off"
          readOnly={isReadOnly}
          count={{ used: values.line.length, max: studioLineMaxLength }}
          hint="At the foot of every gallery."
          error={errorOf('line')}
          {...register('line')}
        />
        <TextField
          label="Website"
          type="url"
          dir="ltr"
          autoComplete="url"
          placeholder="https://"
          readOnly={isReadOnly}
          error={errorOf('website')}
          {...register('website')}
        />
        {!isReadOnly && (
          <div className="flex flex-wrap gap-3">
            <Button kind="primary" type="submit" busy={isSubmitting && 'Saving'} disabled={!isDirty}>
              Save branding
            </Button>
            {isDirty ? (
              <Button kind="ghost" onClick={() => reset(valuesOf(studio))}>
                Discard changes
              </Button>
            ) : (
              <p className="self-center text-caption text-ink-3">No unsaved changes</p>
            )}
          </div>
        )}
      </form>
      <BrandingPreview
        studio={{
          name: values.name.trim() || galleryName,
          line: values.line.trim(),
          website: values.website.trim() || null,
          accent: shown,
          logoUrl: studio.logoUrl,
          logoDarkUrl: studio.logoDarkUrl,
          poweredBy: studio.poweredBy,
        }}
      />
    </div>
  )
}
