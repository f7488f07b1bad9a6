import { FileImage } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { Progress } from '#web/ui/meter.tsx'

type Props = {
  /** Shown as the thumbnail until there's a `thumbnailUrl`. */
  file: File | undefined
  thumbnailUrl?: string | undefined
  name: string
  progress: { value: number; max: number } | undefined
  text: string
  /** The color of the text. */
  tone: string
  /** Whether screen readers announce the text right away. */
  isAlert?: boolean | undefined
  /** Buttons. */
  children: ReactNode
}

export const UploadRowLayout = ({
  file,
  thumbnailUrl,
  name,
  progress,
  text,
  tone,
  isAlert = false,
  children,
}: Props) => (
  <div className="grid min-h-12 grid-cols-[3rem_minmax(0,1fr)_auto] items-center gap-x-3.5">
    <UploadThumbnail file={file} url={thumbnailUrl} />
    <div className="min-w-0">
      <p className="truncate font-medium text-ui leading-5" title={name}>
        {name}
      </p>
      {progress && (
        <div className="mt-2 mb-1.5">
          <Progress label={name} {...progress} thin />
        </div>
      )}
      <p role={isAlert ? 'alert' : undefined} className={`text-caption tabular-nums wrap-anywhere ${tone}`}>
        {text}
      </p>
    </div>
    <div className="-mr-2 flex">{children}</div>
  </div>
)

function UploadThumbnail({ file, url }: { file: File | undefined; url: string | undefined }) {
  const [local, setLocal] = useState('')
  useEffect(() => {
    if (!file) return setLocal('')
    const objectUrl = URL.createObjectURL(file)
    setLocal(objectUrl)
    return () => URL.revokeObjectURL(objectUrl)
  }, [file])
  const source = url ?? local
  return (
    <span className="grid size-12 place-items-center overflow-hidden rounded-print bg-sunken text-ink-3">
      {source ? (
        <img
          src={source}
          alt=""
          loading="lazy"
          decoding="async"
          className="size-full object-cover"
          onError={() => setLocal('')}
        />
      ) : (
        <FileImage size={20} strokeWidth={1.75} aria-hidden="true" />
      )}
    </span>
  )
}
