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

/** Replaces the library's portal to render the carousel inside our own dialog. */
function InlineRoot({ close, children }: ComponentProps) {
  const { subscribe } = useEvents()
  useEffect(() => subscribe(ACTION_CLOSE, close), [subscribe, close])
  return <LightboxRoot className="viewer-place">{children}</LightboxRoot>
}

const inline: Plugin = ({ replace, remove }) => {
  remove(MODULE_NO_SCROLL)
  replace(MODULE_PORTAL, createModule(MODULE_PORTAL, InlineRoot))
}

const nothing = () => null
const hiddenControls = {
  buttonPrev: nothing,
  buttonNext: nothing,
  buttonZoom: nothing,
  iconLoading: nothing,
  iconError: nothing,
}

const onWall = (imageId: string) => {
  const source = sourceOnWall(imageId)
  return source && `url("${source}")`
}

/** `--stand-in` shows the wall's thumbnail until the image has loaded. See image-viewer.css. */
const propsOf =
  (onFailure: Props['onFailure']) =>
  ({ imageId = '', width, height, standIn }: SlideImage) => ({
    width,
    height,
    style: { '--stand-in': [onWall(imageId), standIn].filter(Boolean).join(', ') } as CSSProperties,
    // The library hides larger files until they've loaded. Ignore errors from these hidden images.
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
  /** True if the viewer handles double taps, which turns off double-tap zoom. */
  isDoubleTapTaken: boolean
}

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
      plugins={[inline, Zoom]}
      on={{ view: (viewed) => onView(viewed.index) }}
      carousel={{ finite: slides.length === 1, preload: 1, padding: 0, spacing: 32, imageProps }}
      controller={{ ref: controller, closeOnPullDown: true, closeOnEscape: false }}
      animation={{ fade: 180, swipe: 320, navigation: 180, zoom: 240 }}
      zoom={{ maxZoomPixelRatio: 2, doubleClickMaxStops: 1, ...(isDoubleTapTaken && { doubleTapDelay: 0 }) }}
      toolbar={{ buttons: [] }}
      render={hiddenControls}
      labels={{ Carousel: 'Photos' }}
    />
  )
}
