import { FileImage } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Upload } from './upload.ts'

export function UploadThumbnail({ upload: { file, state, image } }: { upload: Upload }) {
  const [local, setLocal] = useState('')
  const isLocal = state !== 'refused' && !image
  useEffect(() => {
    if (!isLocal) return setLocal('')
    const url = URL.createObjectURL(file)
    setLocal(url)
    return () => URL.revokeObjectURL(url)
  }, [file, isLocal])
  const source = image?.thumbnailUrl ?? local
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
