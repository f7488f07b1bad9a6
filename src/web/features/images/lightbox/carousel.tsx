import { type CSSProperties, type RefObject, useEffect, useMemo } from 'react'
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
import { toSlides } from './slides.ts'

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
const ours = { buttonPrev: nothing, buttonNext: nothing, buttonZoom: nothing, iconLoading: nothing }

/** Until a picture has come it stands there small, as on the wall: image-viewer.css. */
const whileLoading = ({ width, height, standIn }: SlideImage) => ({
  width,
  height,
  style: { '--stand-in': standIn } as CSSProperties,
})

type Props = {
  images: readonly Image[]
  index: number
  controller: RefObject<ControllerRef | null>
  onView: (index: number) => void
  onClose: () => void
}

/** The picture itself with its neighbours: swiping, pinching, double taps, arrow keys, and pulling it down to close. */
export function Carousel({ images, index, controller, onView, onClose }: Props) {
  const slides = useMemo(() => toSlides(images), [images])
  return (
    <YetAnotherLightbox
      open
      close={onClose}
      index={index}
      slides={slides}
      plugins={[inPlace, Zoom]}
      on={{ view: (viewed) => onView(viewed.index) }}
      carousel={{ finite: slides.length === 1, preload: 1, padding: 0, spacing: 32, imageProps: whileLoading }}
      controller={{ ref: controller, closeOnPullDown: true, closeOnEscape: false }}
      animation={{ fade: 180, swipe: 320, navigation: 180, zoom: 240 }}
      zoom={{ maxZoomPixelRatio: 2, doubleClickMaxStops: 1 }}
      toolbar={{ buttons: [] }}
      render={ours}
      labels={{ Carousel: 'Pictures' }}
    />
  )
}
