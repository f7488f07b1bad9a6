export const Mark = ({ size = 22 }: { size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
    <rect x="2" y="2" width="20" height="20" rx="2.5" fill="none" stroke="currentColor" strokeWidth="2" />
    <path d="M12 5h6.5l-2.6 6.3H9.4zM8.7 12.9h6.5L12.6 19H6.1z" fill="currentColor" />
  </svg>
)
