const tips = [
  'Add a title and a short description so people know what to expect.',
  'The first image you upload becomes the cover. You can change it anytime.',
  'Private links are visible only to you and people you invite.',
  'Expired links keep their images. Pick a new date to reopen one.',
]

export const LinkTips = () => (
  <section aria-labelledby="tips" className="grid gap-3">
    <h2 id="tips" className="text-subhead">
      Tips
    </h2>
    <ul className="grid text-ink-2 text-ui">
      {tips.map((tip) => (
        <li key={tip} className="border-line border-t py-3">
          {tip}
        </li>
      ))}
    </ul>
  </section>
)
