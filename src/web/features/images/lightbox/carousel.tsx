import { type CSSProperties, type RefObject, type SyntheticEvent, useEffect, useMemo } from 'react'
import YetAnotherLightbox, {
  ACTION_CLOSE,
  type ComponentProps,
  type ControllerRef,
  createModule,
  LightboxRoot,
  MODULE_NO_SCROLL,
  MODULE_PORTAL,
  type Plugin,
  type SlideImage,
  useEvents,
} from 'yet-another-react-lightbox'
import Zoom from 'yet-another-react-lightbox/plugins/zoom'
import 'yet-another-react-lightbox/styles.css'
import type { Image } from '#shared/images.ts'
import { sourceOnWall } from '../wall/wall-position.ts'
import { type Failures, toSlides, toStill } from './slides.ts'

/** Instead of the package's own layer over the page: a place in ours. */
function Place({ close, children }: ComponentProps) {
  const { subscribe } = useEvents()
  useEffect(() => subscribe(ACTION_CLOSE, close), [subscribe, close])
  return <LightboxRoot className="viewer-place">{children}</LightboxRoot>
}

const inPlace: Plugin = ({ replace, remove }) => {
  remove(MODULE_NO_SCROLL)
  replace(MODULE_PORTAL, createModule(MODULE_PORTAL, Place))
}

const nothing = () => null
const ours = { buttonPrev: nothing, buttonNext: nothing, buttonZoom: nothing, iconLoading: nothing, iconError: nothing }

const onWall = (imageId: string) => {
  const source = sourceOnWall(imageId)
  return source && `url("${source}")`
}

/** Until a picture has come it stands there small, as on the wall: image-viewer.css. */
const propsOf =
  (onFailure: Props['onFailure']) =>
  ({ imageId = '', width, height, standIn }: SlideImage) => ({
    width,
    height,
    style: { '--stand-in': [onWall(imageId), standIn].filter(Boolean).join(', ') } as CSSProperties,
    // A larger file that is fetched unseen, while a smaller one is shown, may fail.
    onError: ({ currentTarget }: SyntheticEvent<HTMLImageElement>) => {
      if (currentTarget.style.visibility !== 'hidden') onFailure(imageId)
    },
  })

type Props = {
  images: readonly Image[]
  failures: Failures
  isMoving: (imageId: string) => boolean
  index: number
  controller: RefObject<ControllerRef | null>
  onView: (index: number) => void
  onFailure: (imageId: string) => void
  onClose: () => void
  /** Otherwise a double tap enlarges. */
  isDoubleTapTaken: boolean
}

/** The picture itself with its neighbors: swiping, pinching, double taps, arrow keys, and pulling it down to close. */
export function Carousel({
  images,
  failures,
  isMoving,
  index,
  controller,
  onView,
  onFailure,
  onClose,
  isDoubleTapTaken,
}: Props) {
  const shown = useMemo(
    () => images.map((image) => (image.isAnimated && !isMoving(image._id) ? toStill(image) : image)),
    [images, isMoving],
  )
  const slides = useMemo(() => toSlides(shown, failures), [shown, failures])
  const imageProps = useMemo(() => propsOf(onFailure), [onFailure])
  return (
    <YetAnotherLightbox
      open
      close={onClose}
      index={index}
      slides={slides}
      plugins={[inPlace, Zoom]}
      on={{ view: (viewed) => onView(viewed.index) }}
      carousel={{ finite: slides.length === 1, preload: 1, padding: 0, spacing: 32, imageProps }}
      controller={{ ref: controller, closeOnPullDown: true, closeOnEscape: false }}
      animation={{ fade: 180, swipe: 320, navigation: 180, zoom: 240 }}
      zoom={{ maxZoomPixelRatio: 2, doubleClickMaxStops: 1, ...(isDoubleTapTaken && { doubleTapDelay: 0 }) }}
      toolbar={{ buttons: [] }}
      render={ours}
      labels={{ Carousel: 'Pictures' }}
    />
  )
}
