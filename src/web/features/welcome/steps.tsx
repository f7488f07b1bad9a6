import { Check, Globe, Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { FileLimit } from '#web/lib/use-file-limit.ts'
import { type SamplePicture, samples } from './pictures.ts'

const card = 'rounded-card border border-line bg-surface p-4 shadow-control'

const UploadRow = ({ picture, name, children }: { picture: SamplePicture; name: string; children: ReactNode }) => (
  <div className="grid min-h-17 grid-cols-[3rem_minmax(0,1fr)] items-center gap-3.5 border-line border-t py-2.5 first:border-t-0">
    <img src={picture.small} alt="" loading="lazy" className="size-12 rounded-print object-cover" />
    <div className="grid gap-0.5 text-caption text-ink-3">
      <span className="truncate font-medium text-ink text-ui">{name}</span>
      {children}
    </div>
  </div>
)

const UploadScene = () => (
  <div className={`${card} py-1.5`}>
    <UploadRow picture={samples.ridges} name="ridges-0417.jpg">
      <span className="inline-flex items-center gap-1 text-ok">
        <Check size={14} strokeWidth={1.75} /> Done
      </span>
    </UploadRow>
    <UploadRow picture={samples.canyon} name="canyon.jpg">
      <span className="my-1 block h-1 overflow-hidden rounded-full bg-hover">
        <span className="block h-full w-[64%] rounded-full bg-accent" />
      </span>
      <span>64% of 8.2 MB</span>
    </UploadRow>
    <UploadRow picture={samples.sea} name="evening.heic">
      <span>Waiting</span>
    </UploadRow>
  </div>
)

const LinkScene = () => (
  <div className={`${card} grid gap-4`}>
    <div>
      <p className="text-caption text-ink-3">Title</p>
      <p>A Year Outside</p>
    </div>
    <div className="inline-flex justify-self-start rounded-[10px] bg-sunken p-[3px] text-ui shadow-[inset_0_0_0_1px_var(--color-line)]">
      <span className="inline-flex min-h-9.5 items-center gap-1.5 rounded-[7px] bg-raised px-3.5 shadow-control">
        <Globe size={18} strokeWidth={1.75} /> Public
      </span>
      <span className="inline-flex min-h-9.5 items-center gap-1.5 px-3.5 text-ink-2">
        <Lock size={18} strokeWidth={1.75} /> Private
      </span>
    </div>
    <p className="text-caption text-ink-3">Open until the last day of the month</p>
  </div>
)

const ShareScene = () => (
  <>
    <div className={`${card} flex items-center gap-3.5`}>
      <span className="grid size-9 shrink-0 place-items-center rounded-full bg-hover font-semibold text-caption text-ink-2">
        LB
      </span>
      <p className="text-ui">“The stairs! Can we print that one large?”</p>
    </div>
    <div className={`${card} grid gap-2`}>
      <div className="flex items-baseline justify-between text-caption text-ink-3">
        <span>Views this week</span>
        <span className="font-medium text-ink text-ui">1,204</span>
      </div>
      <svg viewBox="0 0 300 60" className="w-full overflow-visible" aria-hidden="true">
        <path
          d="M0 52 50 46 100 49 150 30 200 34 250 8 300 20V60H0Z"
          className="fill-accent opacity-[0.09]"
          stroke="none"
        />
        <path d="M0 52 50 46 100 49 150 30 200 34 250 8 300 20" fill="none" className="stroke-2 stroke-accent" />
      </svg>
    </div>
  </>
)

const steps = [
  {
    title: 'Upload images',
    text: (
      <>
        Drop a whole folder. JPEG, PNG, GIF, WebP, AVIF and HEIC, up to <FileLimit /> MB each. Uploads resume if your
        connection drops.
      </>
    ),
    scene: <UploadScene />,
  },
  {
    title: 'Create links',
    text: 'Add a title, and choose who can see the gallery and for how long. Then copy the link.',
    scene: <LinkScene />,
  },
  {
    title: 'Share and engage',
    text: 'Share the link by email, chat or QR code. See how often it’s opened, and read comments on each photo.',
    scene: <ShareScene />,
  },
]

export const Steps = () => (
  <section aria-labelledby="how-it-works" className="page pt-[clamp(4rem,9vw,8rem)]">
    <h2 id="how-it-works" className="text-title">
      From your camera to their screen in three steps
    </h2>
    <ol className="mt-8 grid gap-8 sm:mt-12 sm:gap-12 lg:grid-cols-3 lg:gap-10">
      {steps.map(({ title, text, scene }, index) => (
        <li key={title} className="grid content-start gap-5">
          <div aria-hidden="true" className="hidden min-h-72 content-center gap-3 rounded-card bg-sunken p-6 sm:grid">
            {scene}
          </div>
          <div className="grid gap-1.5">
            <h3 className="flex gap-2.5 text-subhead">
              <span className="text-ink-3 tabular-nums">{index + 1}</span>
              {title}
            </h3>
            <p className="text-ink-2">{text}</p>
          </div>
        </li>
      ))}
    </ol>
  </section>
)
