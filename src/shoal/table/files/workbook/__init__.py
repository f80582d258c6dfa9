"""Workbooks of Excel.

reading.py    one sheet as a table
writing.py    a table as a new workbook
limits.py     refuses a workbook that would fill the memory
"""
