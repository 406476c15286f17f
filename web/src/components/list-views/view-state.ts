/** The part of a view that the list shows now. */
export type ViewState = {
  readonly list: string;
  readonly address: string;
  readonly columnOrder: string[];
  readonly hiddenColumns: string[];
  readonly isDense: boolean;
};

/** `'new'` saves the state as a new view, `'edit'` changes name and access of the shown one. */
export type ViewDialogKind = 'new' | 'edit';
