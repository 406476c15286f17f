/** Rows per page. A test of api/list-request.ts compares these sizes with those of the server. */
export const PAGE_SIZES = [10, 25, 50] as const;
export type PageSize = (typeof PAGE_SIZES)[number];

/** Where the browser stores the page size that the user chose last. */
export const PAGE_SIZE_STORAGE = 'page-size';

const NORMAL_ROW_PX = 40;
/** The height of everything on a list page except the rows: title, tabs, search, header and page numbers. */
const REST_OF_PAGE_PX = 305;
/** Up to this width rows are shown as cards, and ten cards fill several windows. */
const PHONE_PX = 600;

/** The smallest page whose rows fill a window of this size in CSS pixels, at the normal row height. */
export function fittingPageSize(width: number, height: number): PageSize {
  if (width <= PHONE_PX) return PAGE_SIZES[0];
  const rowsInView = Math.floor((height - REST_OF_PAGE_PX) / NORMAL_ROW_PX);
  return PAGE_SIZES.find((size) => size >= rowsInView) ?? 50;
}

let fitting: PageSize | undefined;

/**
 * The page size of lists whose URL has none: the size that the user chose last or, without a choice, the size
 * that fills the window. Resizing the window does not change the page size, because the page would then begin
 * with other rows.
 */
export function defaultPageSize(): PageSize {
  fitting ??= fittingPageSize(window.innerWidth, window.innerHeight);
  return storedPageSize() ?? fitting;
}

function storedPageSize(): PageSize | undefined {
  try {
    const stored = localStorage.getItem(PAGE_SIZE_STORAGE);
    return PAGE_SIZES.find((known) => String(known) === stored);
  } catch {
    // without storage, the page size that fills the window is used
    return undefined;
  }
}
