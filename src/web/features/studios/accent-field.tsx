import { Check } from 'lucide-react'
import { type CSSProperties, useId } from 'react'
import { accentBackgrounds, contrastOf, type ShownAccent } from '#shared/accent.ts'
import { Badge } from '#web/ui/badge.tsx'
import { controlStyle } from '#web/ui/control-style.ts'
import { FieldError } from '#web/ui/field.tsx'

type Props = {
  value: string
  /** Null if the value isn't a color. */
  accent: string | null
  shown: ShownAccent | null
  isReadOnly: boolean
  error: string | undefined
  onChange: (value: string) => void
}

/** Where the color picker starts if nothing is chosen yet. */
const ourAccent = '#0b5a85'

const noColor =
  'pointer-events-none absolute top-1 left-1 size-10 rounded-small bg-surface bg-[linear-gradient(to_top_right,transparent_48%,var(--color-line-control)_48%_52%,transparent_52%)]'

export function AccentField({ value, accent, shown, isReadOnly, error, onChange }: Props) {
  const id = useId()
  const isAdjusted = shown !== null && (shown.light !== accent || shown.dark !== accent)
  return (
    <fieldset className="grid min-w-0 gap-1.5" aria-describedby={`${id}-below`}>
      <legend className="mb-1.5 font-medium text-ui">Accent color</legend>
      <div className="grid grid-cols-[3rem_minmax(0,1fr)] gap-2">
        <span className="relative">
          <input
            type="color"
            aria-label="Pick a color"
            className="block size-12 cursor-pointer overflow-hidden rounded-control border border-line-control bg-surface p-1 disabled:cursor-not-allowed"
            value={accent ?? ourAccent}
            disabled={isReadOnly}
            onChange={(event) => onChange(event.target.value)}
          />
          {/* Browsers always show a color. */}
          {accent === null && <span aria-hidden="true" className={noColor} />}
        </span>
        <input
          type="text"
          aria-label="Color as hex"
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
          placeholder={`None, or ${ourAccent}`}
          className={controlStyle}
          value={value}
          readOnly={isReadOnly}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-below`}
          onChange={(event) => onChange(event.target.value)}
        />
      </div>
      {accent && shown && (
        <ul className="mt-2 grid divide-y divide-line overflow-hidden rounded-control border border-line">
          <Swatch title="On light pages" accent={accent} shown={shown.light} theme="light" />
          <Swatch title="On dark pages" accent={accent} shown={shown.dark} theme="dark" />
        </ul>
      )}
      <div id={`${id}-below`} className="text-caption text-ink-3">
        {error ? (
          <FieldError>{error}</FieldError>
        ) : shown && isAdjusted ? (
          adjustment(accent, shown)
        ) : (
          !shown && 'Used for the main button, links and progress. Photos stay on neutral gray.'
        )}
      </div>
    </fieldset>
  )
}

function adjustment(accent: string | null, { light, dark }: ShownAccent) {
  const changes = [light !== accent && 'darker on light pages', dark !== accent && 'lighter on dark pages']
  return `We made your color a little ${changes.filter(Boolean).join(' and ')}, so text stays readable.`
}

type SwatchProps = { title: string; accent: string; shown: string; theme: 'light' | 'dark' }

/** A color that had to change shows both, cut diagonally. */
function Swatch({ title, accent, shown, theme }: SwatchProps) {
  const isSame = shown === accent
  const contrast = Math.floor(contrastOf(shown, accentBackgrounds[theme]) * 10) / 10
  const style: CSSProperties = isSame
    ? { background: shown, color: theme === 'light' ? '#ffffff' : '#141414' }
    : { background: `linear-gradient(to bottom right, ${accent} 50%, ${shown} 50%)` }
  return (
    <li className="grid grid-cols-[2.75rem_minmax(0,1fr)_auto] items-center gap-x-3 py-2.5 pr-3.5 pl-2.5 text-caption">
      <span aria-hidden="true" className="grid size-11 place-items-center rounded-small font-medium" style={style}>
        {isSame && 'Aa'}
      </span>
      <span>
        <b className="block font-medium">{title}</b>
        <span className="text-ink-3">{isSame ? `${shown}, as you chose it` : `${accent} becomes ${shown}`}</span>
      </span>
      <Badge tone="ok" icon={Check}>
        {contrast} : 1
      </Badge>
    </li>
  )
}
