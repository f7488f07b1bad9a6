import { Download, Maximize, Pause, Play, Share2 } from 'lucide-react'
import type { Image } from '#shared/images.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { IconLink } from '#web/ui/icon-link.tsx'

type Props = { image: Image; isPlaying: boolean; isAlone: boolean; onPlay: () => void; onShare: () => void }

/** What can be done with one picture. */
export const Tools = ({ image, isPlaying, isAlone, onPlay, onShare }: Props) => (
  <div className="viewer-tools viewer-control">
    {!isAlone && (
      <IconButton
        icon={isPlaying ? Pause : Play}
        label={isPlaying ? 'Pause slideshow' : 'Slideshow'}
        onClick={onPlay}
      />
    )}
    <IconLink icon={Maximize} label="View full size" href={image.url ?? image.imageUrl} isNewTab />
    {image.url && <IconLink icon={Download} label="Download this image" href={image.url} download={savedName(image)} />}
    <IconButton icon={Share2} label="Share this image" aria-haspopup="dialog" onClick={onShare} />
  </div>
)

/** Under its own name, with the ending of the file that is sent: what came as `holiday.html` is saved as a picture. */
function savedName({ fileName, url }: Image) {
  const [ending = ''] = /\.\w+$/.exec(url?.split('?')[0] ?? '') ?? []
  return fileName.toLowerCase().endsWith(ending) ? fileName : `${fileName.replace(/\.\w{1,10}$/, '')}${ending}`
}
