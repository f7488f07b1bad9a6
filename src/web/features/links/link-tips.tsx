const tips = [
  'Add a title and a short description so people know what to expect.',
  'The first image you upload becomes the cover. You can change it anytime.',
  'Only you and people you invite can see private links.',
  'Expired links keep their images. Pick a new date to reopen one.',
]

export const LinkTips = () => (
  <section aria-labelledby="tips" className="grid gap-3">
    <h2 id="tips" className="text-subhead">
      Tips
    </h2>
    <ul className="grid text-ink-2 text-ui">
      {tips.map((tip) => (
        <li key={tip} className="text-pretty border-line border-t py-3">
          {tip}
        </li>
      ))}
    </ul>
  </section>
)
