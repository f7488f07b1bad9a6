import { passwordStrength } from './password-strength.ts'

const looks = {
  Weak: { fill: 'bg-danger', ink: 'text-danger' },
  Medium: { fill: 'bg-warn-fill', ink: 'text-warn' },
  Strong: { fill: 'bg-ok', ink: 'text-ok' },
}

export function StrengthMeter({ password }: { password: string }) {
  const { score, word } = passwordStrength(password)
  const filled = password ? Math.max(1, score) : 0
  return (
    <div className="grid gap-1.5">
      <div className="grid grid-cols-5 gap-1" aria-hidden="true">
        {[1, 2, 3, 4, 5].map((bar) => (
          <span key={bar} className={`h-1 rounded-full ${bar <= filled ? looks[word].fill : 'bg-line'}`} />
        ))}
      </div>
      <p aria-live="polite" className="text-caption text-ink-3">
        {password ? (
          <>
            Password strength: <b className={`font-medium ${looks[word].ink}`}>{word}</b>
          </>
        ) : (
          'At least 6 characters. Longer is stronger.'
        )}
      </p>
    </div>
  )
}
