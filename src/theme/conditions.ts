/** The widths at which the layout changes: large phone, tablet, desk. */
export const breakpoints = { sm: '640px', md: '768px', lg: '1024px' }

/** Conditions beyond Panda's own: fingers instead of a mouse, and validity as the form says it, not as the browser guesses it. */
export const conditions = {
  coarse: '@media (pointer: coarse)',
  reducedMotion: '@media (prefers-reduced-motion: reduce)',
  phone: '@media (width < 640px)',
  invalid: '&:is([data-invalid], [aria-invalid=true])',
  current: '&[aria-current]:not([aria-current=false])',
}
