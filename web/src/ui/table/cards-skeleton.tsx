import classes from './data-table.module.css';

/** A placeholder while the code or the rows of the cards load. */
export function CardsSkeleton() {
  return <div className={classes.cardsWaiting} aria-busy />;
}
