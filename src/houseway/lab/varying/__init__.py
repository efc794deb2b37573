"""Options varied over their values, counted on several cores or machines."""
