/** The logo, a plumb bob on its line, in the current text colour. */
export const Mark = ({ className }: { className?: string }) => (
  <svg viewBox="0 0 24 40" className={className} aria-hidden="true" fill="currentColor">
    <rect x="11" y="0" width="2" height="16" rx="1" />
    <path d="M7.2 14h9.6a1 1 0 0 1 1 1.2l-1.6 9.6L12.6 39a.7.7 0 0 1-1.2 0L7.8 24.800l-1.6-9.600a1 1 0 0 1 1-1.200Z" />
  </svg>
)
