import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useId } from 'react'
import { useWatch } from 'react-hook-form'
import { watermarkOpacity, watermarkSize, watermarkTextMaxLength } from '#shared/limits.ts'
import type { Link } from '#shared/links.ts'
import { initialWatermark, type Watermark } from '#shared/watermark-forms.ts'
import { ownerQueries } from '#web/lib/queries/owner.ts'
import { Progress } from '#web/ui/meter.tsx'
import { Segment } from '#web/ui/segment.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import type { LinkForm } from './use-link-form.ts'
import { WatermarkPreview } from './watermark-preview.tsx'

const modes = [
  { value: 'off', label: 'Off' },
  { value: 'corner', label: 'Corner' },
  { value: 'tiled', label: 'Tiled' },
] as const

const sources = [
  { value: 'text', label: 'Text' },
  { value: 'logo', label: 'Logo' },
] as const

type Props = { form: LinkForm; link: Link }

export function WatermarkFields({ form, link }: Props) {
  const values = useWatch({ control: form.control, name: 'watermark' })
  const watermark = { ...initialWatermark, ...values } as Watermark
  const change = (changed: Partial<Watermark>) =>
    form.setValue('watermark', { ...watermark, ...changed }, { shouldDirty: true, shouldValidate: true })
  const error = form.errorOf('watermark')
  const { mode, source, text, size, opacity } = watermark
  return (
    <>
      <p className="text-ink-2 text-ui">
        {mode === 'off'
          ? 'Mark your images with text or your logo. Only visitors see the mark.'
          : 'Visitors see and download only marked images. Yours stay unmarked.'}
      </p>
      <Segment label="Watermark" options={modes} value={mode} onChange={(value) => change({ mode: value })} />
      {mode !== 'off' && (
        <div className="@container">
          <div className="grid grid-cols-[minmax(0,1fr)] gap-6 @min-[42rem]:grid-cols-[minmax(0,1fr)_22rem] @min-[42rem]:gap-x-10">
            <div className="@min-[42rem]:col-start-2 @min-[42rem]:row-start-1">
              <WatermarkPreview watermark={watermark} link={link} />
            </div>
            <div className="grid content-start gap-6 @min-[42rem]:row-start-1">
              <Segment
                label="Mark with"
                labelPlace="above"
                hint={source === 'logo' && 'Your logo from Studio, in white.'}
                options={sources}
                value={source}
                onChange={(value) => change({ source: value })}
              />
              {source === 'text' ? (
                <TextField
                  label="Text"
                  autoComplete="off"
                  hint="Leave empty to use your studio's name."
                  count={{ used: text.length, max: watermarkTextMaxLength }}
                  error={error}
                  value={text}
                  onChange={(event) => change({ text: event.target.value })}
                />
              ) : (
                error && (
                  <p role="alert" className="text-caption text-danger">
                    {error}
                  </p>
                )
              )}
              <div className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
                <Slider label="Size" range={watermarkSize} value={size} onChange={(value) => change({ size: value })} />
                <Slider
                  label="Opacity"
                  range={watermarkOpacity}
                  value={opacity}
                  onChange={(value) => change({ opacity: value })}
                />
              </div>
            </div>
          </div>
        </div>
      )}
      <p className="text-caption text-ink-3">A watermark discourages copying. It cannot prevent it.</p>
      {link.watermark && link.watermark.mode !== 'off' && <MarkProgress link={link} />}
    </>
  )
}

type SliderProps = {
  label: string
  range: { min: number; max: number }
  value: number
  onChange: (value: number) => void
}

function Slider({ label, range, value, onChange }: SliderProps) {
  const id = useId()
  return (
    <div className="grid gap-1">
      <div className="flex justify-between text-ui">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        <output htmlFor={id} className="text-ink-2 tabular-nums">
          {value}%
        </output>
      </div>
      <input
        id={id}
        type="range"
        {...range}
        value={value}
        aria-valuetext={`${value}%`}
        onChange={(event) => onChange(event.target.valueAsNumber)}
        className="h-11 w-full cursor-pointer accent-accent"
      />
    </div>
  )
}

const refreshMs = 2000

/** Disappears once all images are marked. */
function MarkProgress({ link }: { link: Link }) {
  const { done, total } = link.watermarkProgress ?? { done: 0, total: 0 }
  const isDone = done >= total
  const client = useQueryClient()
  useEffect(() => {
    if (isDone) return
    const refresh = () => client.invalidateQueries({ queryKey: ownerQueries.link(link._id).queryKey })
    const timer = setInterval(refresh, refreshMs)
    return () => clearInterval(timer)
  }, [client, isDone, link._id])
  if (isDone) return null
  return (
    <div role="status" className="grid gap-2 text-caption text-ink-2">
      <b className="font-medium text-ink tabular-nums">
        {done} of {total} marked
      </b>
      <Progress label="Images marked" value={done} max={total} />
      <span>Photos that aren't ready yet wait for their mark. No one sees a clean one.</span>
    </div>
  )
}
