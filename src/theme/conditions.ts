/** The widths at which the layout changes: large phone, tablet, desktop. */
export const breakpoints = { sm: '640px', md: '768px', lg: '1024px' }

/** Additional conditions: coarse pointers, and validity as set by the form rather than the browser. */
export const conditions = {
  coarse: '@media (pointer: coarse)',
  reducedMotion: '@media (prefers-reduced-motion: reduce)',
  phone: '@media (width < 640px)',
  invalid: '&:is([data-invalid], [aria-invalid=true])',
  current: '&[aria-current]:not([aria-current=false])',
}
