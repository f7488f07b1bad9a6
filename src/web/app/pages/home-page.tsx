import { pages } from '#shared/pages.ts'
import { buttonStyle } from '#web/ui/button-style.ts'

const facts = [
  {
    title: 'An address nobody can guess',
    text: 'Every link gets an address of its own: random, and far too long for anyone to find by trying.',
  },
  {
    title: 'Public or private',
    text: 'A public link opens for everyone who has its address. A private one opens for you alone.',
  },
  {
    title: 'Open until a date you choose',
    text: 'Give a link an end, and from that moment it is closed to everyone it was sent to.',
  },
]

export const HomePage = () => (
  <div className="page">
    <title>Share Your Images Beautifully · Framelight</title>
    <section className="grid gap-8 py-10 lg:grid-cols-[1.55fr_1fr] lg:items-end lg:gap-16 lg:py-20">
      <h1 className="max-w-[9.2em] text-display">Share Your Images Beautifully</h1>
      <div className="grid justify-items-start gap-6">
        <p className="max-w-lead text-ink-2 text-lead">
          Send friends, family or clients one link. Nobody needs an account to open it.
        </p>
        <a className={buttonStyle.primaryBig} href={pages.register}>
          Get Started
        </a>
      </div>
    </section>
    <section aria-label="What a link can do" className="grid gap-8 lg:grid-cols-3 lg:gap-10">
      {facts.map(({ title, text }) => (
        <div key={title} className="grid content-start gap-1.5 border-line border-t pt-6">
          <h2 className="text-subhead">{title}</h2>
          <p className="max-w-measure text-ink-2">{text}</p>
        </div>
      ))}
    </section>
  </div>
)
