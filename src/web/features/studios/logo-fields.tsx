import { useQueryClient } from '@tanstack/react-query'
import { ImagePlus } from 'lucide-react'
import { type ChangeEvent, type ReactNode, useState } from 'react'
import { bytesOfMb, logoMaxMb } from '#shared/limits.ts'
import { deleteStudioLogo, type LogoTheme, type Studio, setStudioLogo } from '#shared/studio.ts'
import { ApiError, call } from '#web/lib/api.ts'
import { errorMessage } from '#web/lib/error-message.ts'
import { queryKeys } from '#web/lib/queries/keys.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonStyle } from '#web/ui/button-style.ts'
import { FieldError } from '#web/ui/field.tsx'

const looks = {
  light: {
    caption: 'On light',
    mat: 'bg-[#fcfcfc] text-[#4d4d4d]',
    line: 'border-[#e3e3e3]',
    control: 'border-[#858585] border-dashed',
  },
  dark: {
    caption: 'On dark',
    mat: 'bg-[#121212] text-[#bababa]',
    line: 'border-[#2e2e2e]',
    control: 'border-[#787878] border-dashed',
  },
}

const failed = "Couldn't save the logo. Please try again."

function useLogo(theme: LogoTheme, onError: (sentence: string) => void) {
  const queryClient = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)
  const change = async (send: () => Promise<{ data: Studio }>, sentenceOf: (error: unknown) => string) => {
    setIsBusy(true)
    onError('')
    try {
      queryClient.setQueryData(queryKeys.studio, (await send()).data)
    } catch (error) {
      onError(sentenceOf(error))
    } finally {
      setIsBusy(false)
    }
  }
  const upload = (file: File) => {
    if (file.size > bytesOfMb(logoMaxMb)) return onError(`${file.name} is larger than ${logoMaxMb} MB.`)
    const form = new FormData()
    form.append('logo', file)
    return change(
      () => call(setStudioLogo, { params: { theme }, form }),
      (error) =>
        error instanceof ApiError && error.status === 415
          ? `${file.name} can't be used. Save it as a PNG, WebP or JPEG and try again.`
          : errorMessage(error, failed),
    )
  }
  const remove = () =>
    change(
      () => call(deleteStudioLogo, { params: { theme } }),
      (error) => errorMessage(error, failed),
    )
  return { isBusy, upload, remove }
}

type Props = { studio: Studio; isReadOnly: boolean }

/** Logos are saved right away, because they're files. */
export function LogoFields({ studio, isReadOnly }: Props) {
  const [error, setError] = useState('')
  const slotOf = (theme: LogoTheme, url: string | null) => (
    <LogoSlot theme={theme} url={url} name={studio.name} isReadOnly={isReadOnly} onError={setError} />
  )
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="mb-2 font-medium text-ui">Logo</legend>
      <div className="grid gap-3 min-[24rem]:grid-cols-2">
        {slotOf('light', studio.logoUrl)}
        {slotOf('dark', studio.logoDarkUrl)}
      </div>
      {error ? (
        <FieldError>{error}</FieldError>
      ) : (
        <p className="text-caption text-ink-3">
          PNG, WebP or JPEG, up to {logoMaxMb} MB. Without a dark version, we use the light one everywhere.
        </p>
      )}
    </fieldset>
  )
}

type SlotProps = {
  theme: LogoTheme
  url: string | null
  name: string
  isReadOnly: boolean
  onError: (sentence: string) => void
}

function LogoSlot({ theme, url, name, isReadOnly, onError }: SlotProps) {
  const { isBusy, upload, remove } = useLogo(theme, onError)
  const { caption, mat, line, control } = looks[theme]
  const matStyle = `grid aspect-5/3 place-items-center rounded-control border p-4 text-center text-caption ${mat}`
  const canChange = !isReadOnly && !isBusy
  return (
    <div className="grid min-w-0 content-start gap-1.5">
      <span className="text-caption text-ink-3">{caption}</span>
      {url ? (
        <div className={`${matStyle} ${line}`}>
          <img className="max-h-10 max-w-full" src={url} alt={`${name || 'Your'} logo for ${theme} backgrounds`} />
        </div>
      ) : isReadOnly ? (
        <div className={`${matStyle} ${line}`}>No logo</div>
      ) : (
        <FileLabel
          className={`${matStyle} ${control} cursor-pointer`}
          label={`Add a logo for ${theme} backgrounds`}
          disabled={!canChange}
          onFile={upload}
        >
          <span className="grid justify-items-center gap-1.5">
            <ImagePlus size={20} strokeWidth={1.75} aria-hidden="true" />
            {isBusy ? 'Saving' : 'Add a logo'}
          </span>
        </FileLabel>
      )}
      {url && !isReadOnly && (
        <div className="-ml-3 flex flex-wrap">
          <FileLabel
            className={buttonStyle.ghost}
            label={`Replace the ${theme} logo`}
            disabled={!canChange}
            onFile={upload}
          >
            {isBusy ? 'Saving' : 'Replace'}
          </FileLabel>
          <Button kind="ghost" aria-label={`Remove the ${theme} logo`} disabled={!canChange} onClick={remove}>
            Remove
          </Button>
        </div>
      )}
    </div>
  )
}

type FileLabelProps = {
  className: string
  label: string
  disabled: boolean
  onFile: (file: File) => void
  children: ReactNode
}

function FileLabel({ className, label, disabled, onFile, children }: FileLabelProps) {
  const onChange = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0]
    // Choosing the same file again should be a change too.
    event.target.value = ''
    if (file) onFile(file)
  }
  return (
    <label className={`${className} relative has-focus-visible:outline-2 has-focus-visible:outline-accent`}>
      <input
        type="file"
        accept="image/png,image/webp,image/jpeg"
        aria-label={label}
        className="sr-only"
        disabled={disabled}
        onChange={onChange}
      />
      {children}
    </label>
  )
}
